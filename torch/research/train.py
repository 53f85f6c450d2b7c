"""Trains the network of lengths until a time. usage: train.py OUT.pt UNTIL [--corpus DIR] [--real SHARE] [--untold] [--alone] [--low] [--tiny] [--from IN.pt]"""

import argparse, math, os, random, time
import torch
import committee, network
from network import below, improvement, loss, mixture
from prior import WIDTHS, Prior, scale

DEPTHS = (0, 1, 2, 3, 4, 6, 9, 13, 20, 30, 45)  # trials of this study


def shape(rng, alone, tokens):
    """The sizes of a batch: earlier studies, trials of each, trials of this one; batch size for about this many tokens."""
    T, ns = (
        (0, 0)
        if alone
        else rng.choice(
            ((0, 0), (0, 0), (1, 20), (1, 40), (2, 40), (3, 40), (3, 40), (3, 15), (4, 25), (8, 12), (5, 40), (7, 40))[
                : rng.choice((10, 10, 10, 12))
            ]
        )
    )
    nt = rng.choice(DEPTHS[3:] if T == 0 else DEPTHS)
    return T, ns, nt, max(4, min(1024, tokens // (T * ns + nt + 64)))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("until")
    a.add_argument("--from", dest="start")
    a.add_argument("--corpus")
    a.add_argument("--real", type=float, default=0.6)
    for f in ("untold", "alone", "low", "tiny"):
        a.add_argument("--" + f, action="store_true")
    a = a.parse_args()
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    rng, name = random.Random(1), os.path.basename(a.out)
    if dev == "cuda":
        torch.cuda.set_per_process_memory_fraction(float(os.environ.get("MEMORY", 0.3)))
    prior = Prior(dev, 0, 16 if a.tiny else 512)
    corpus = None
    generator = torch.Generator(dev).manual_seed(1)
    if a.corpus:
        from corpus import Corpus

        corpus = Corpus(a.corpus, dev, part="train", fewest=160)
        widths = corpus.widths(20)
    made = [d for d in WIDTHS if d <= 20] + [d for d in WIDTHS if d <= 10] * 2
    net = network.Lengths(told=not a.untold).to(dev)
    if a.start:
        net.load_state_dict(torch.load(a.start, map_location=dev))
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, betas=(0.9, 0.98), weight_decay=0.01)
    seconds = max(1.0, float(a.until[1:]) if a.until[0] == "+" else float(a.until) - time.time())
    t0 = last = saved = time.time()
    step = tasks = 0
    log = {}
    queries = 8 if a.tiny else 96
    while (done := (time.time() - t0) / seconds) < 1:
        for g in opt.param_groups:
            g["lr"] = 1e-3 * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        T, ns, nt, B = shape(rng, a.alone, 800 if a.tiny else 70_000)
        real = corpus is not None and rng.random() < a.real
        d = rng.choice(widths if real else made)
        B = max(4, B // (2 if d > 8 else 1))
        nt = min(nt, 160 - queries) if real else nt
        try:
            X, Y, study, kinds, Q, q = (corpus if real else prior).families(B, d, T, ns, nt, queries, *((dev, generator) if real else ()))
            Y, q = scale(Y, T, ns, nt, q)
            p = mixture(*network.hear(net, X, Y, T, ns, kinds, Q))
            c = Y[:, T * ns :].amin(1, keepdim=True) if nt else torch.full_like(q[:, :1], -1)
            l = loss(p, q).clamp(max=8).mean()
            low = below(p, q, c + 0.5 * torch.randn_like(c).abs()).clamp(max=8).mean()
            (low + 0.2 * l if a.low else l).backward()
            if torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0).isfinite():
                opt.step()
            net.zero_grad()
        except torch.OutOfMemoryError:
            print(f"out of memory: T {T} ns {ns} nt {nt} B {B} d {d}", flush=True)
            X = p = l = low = None
            net.zero_grad()
            torch.cuda.empty_cache()
            continue
        step, tasks = step + 1, tasks + B
        log.setdefault(("real" if real else "made", "with" if T else "none"), []).append(torch.stack([l.detach(), low.detach()]))
        if time.time() - last > 20:
            print(f"{name} {time.time() - t0:4.0f} s {step} steps {tasks} tasks; " + ", ".join(f"{'/'.join(k)} {torch.stack(v).nanmean(0).tolist()[0]:.3f} {torch.stack(v).nanmean(0).tolist()[1]:.3f}" for k, v in sorted(log.items())), flush=True)
            last, log = time.time(), {}
        if time.time() - saved > 30:
            torch.save(net.state_dict(), a.out)
            saved = time.time()
    torch.save(net.state_dict(), a.out)
    net.eval()
    torch.manual_seed(10**6)
    rng, n = random.Random(7), 8 if a.tiny else 150
    sources = [("made", lambda d, *size: prior.families(*size[:1], d, *size[1:]), (4, 6, 10))]
    if os.environ.get("HELD"):
        from corpus import Corpus

        held, g = Corpus(os.environ["HELD"], dev, part="held", fewest=200), torch.Generator(dev).manual_seed(9)
        sources.append(("held", lambda d, *size: held.families(*size[:1], d, *size[1:], dev, g), [rng.choice(held.widths(20)) for _ in range(24)]))
    with torch.no_grad():
        for which, families, dimensions in sources:
            for T in (0, 3):
                for nt in (3, 10, 30):
                    found = []
                    for d in dimensions[: 2 if a.tiny else 99]:
                        X, Y, study, kinds, Q, q = families(d, 16 if a.tiny else 256, T, 40, nt, n)
                        Y, q = scale(Y, T, 40, nt, q)
                        best = Y[:, study[0] == T].amin(1, keepdim=True)
                        for p in (mixture(*network.hear(net, X, Y, T, 40, kinds, Q)), mixture(*committee.hear(X, Y, T, 40, Q))):
                            i = improvement(p, best).argmax(1, keepdim=True)
                            top = torch.minimum(q.amin(1, keepdim=True), best)
                            regret = ((torch.minimum(q.gather(1, i), best) - top) / (best - top).clamp(min=1e-3)).clamp(0, 1)
                            found += [loss(p, q).clamp(max=20).mean(), below(p, q, best + 0.3).clamp(max=20).mean(), regret.mean()]
                    found = torch.stack(found).view(-1, 2, 3).mean(0).tolist()
                    print(f"{name} {which} T{T} n{nt}: loss, low, pick " + ", ".join(f"{x:.3f} ({y:.3f})" for x, y in zip(*found)), flush=True)
    print(f"{name} done: {step} steps, {tasks} tasks, {tasks / seconds:.0f} tasks/s", flush=True)


if __name__ == "__main__":
    main()
