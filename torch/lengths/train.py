"""Trains the network of lengths until a time. usage: train.py OUT.pt SECONDS [--corpus DIR] [--real SHARE] [--from IN.pt] [--tiny]"""

import argparse, math, os, random, sys, time
import torch
import network
from network import below, improvement, loss, mixture
from prior import WIDTHS, Prior, scale

DEPTHS = (3, 4, 6, 8, 10, 13, 16, 20, 30, 45, 64, 100)  # trials of this study
EARLIER = ((0, 0), (1, 20), (1, 40), (2, 40), (3, 40), (3, 15), (4, 25), (8, 12), (5, 40))  # earlier studies, trials of each


def shape(rng, tokens):
    """The sizes of a batch: earlier studies, trials of each, trials of this one, how many such tasks."""
    T, ns = (0, 0) if rng.random() < 0.6 else rng.choice(EARLIER)
    nt = rng.choice(DEPTHS if T == 0 else (0,) + DEPTHS[:9])
    return T, ns, nt, max(4, min(1024, tokens // (T * ns + nt + 64) // (1 + (nt > 45))))


def judge(net, name, families, widths, tiny):
    """Prints loss, loss of low values and the regret of one pick; in brackets those in equal units."""
    for T in (0, 3):
        for nt in (6, 10, 30, 60):
            found = []
            for d in widths:
                X, Y, study, kinds, Q, q = families(d, 16 if tiny else 256, T, 40, nt, 8 if tiny else 140)
                Y, q = scale(Y, T, 40, q)
                best = Y[:, T * 40 :].amin(1, keepdim=True)
                for p in (mixture(net, X, Y, T, 40, Q), mixture(None, X, Y, T, 40, Q)):
                    i = improvement(p, best).argmax(1, keepdim=True)
                    top = torch.minimum(q.amin(1, keepdim=True), best)
                    regret = ((torch.minimum(q.gather(1, i), best) - top) / (best - top).clamp(min=1e-3)).clamp(0, 1)
                    found += [loss(p, q).clamp(max=20).mean(), below(p, q, best + 0.3).clamp(max=20).mean(), regret.mean()]
            found = torch.stack(found).view(-1, 2, 3).mean(0).tolist()
            print(f"{name} T{T} n{nt}: loss, low, pick " + ", ".join(f"{x:.3f} ({y:.3f})" for x, y in zip(*found)), flush=True)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("seconds", type=float)
    a.add_argument("--from", dest="start")
    a.add_argument("--corpus")
    a.add_argument("--real", type=float, default=0.5)
    a.add_argument("--rate", type=float, default=1e-3)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--tokens", type=int, default=70_000, help="of a batch; fewer on a CPU")
    a.add_argument("--tiny", action="store_true")
    a = a.parse_args()
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(a.seed)
    rng, name = random.Random(a.seed), os.path.basename(a.out)
    if dev == "cuda":
        torch.cuda.set_per_process_memory_fraction(float(os.environ.get("MEMORY", 0.3)))
    prior = Prior(dev, 0, 16 if a.tiny else 512)
    made = [d for d in WIDTHS if d <= 20] + [d for d in WIDTHS if d <= 10] * 2
    corpus = None
    generator = torch.Generator(dev).manual_seed(a.seed)
    if a.corpus:
        sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus"))
        from corpus import Corpus

        corpus = Corpus(a.corpus, dev, part="train", fewest=160)
        widths = [d for d in corpus.widths(20) if d > 1]
    net = network.Lengths().to(dev)
    if a.start:
        net.load_state_dict(torch.load(a.start, map_location=dev))
    opt = torch.optim.AdamW(net.parameters(), lr=a.rate, betas=(0.9, 0.98), weight_decay=0.01)
    t0 = last = saved = time.time()
    step = tasks = 0
    log = {}
    queries = 8 if a.tiny else 96 if a.tokens > 20_000 else 40
    while (done := (time.time() - t0) / a.seconds) < 1:
        for g in opt.param_groups:
            g["lr"] = a.rate * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        T, ns, nt, B = shape(rng, 800 if a.tiny else a.tokens)
        real = corpus is not None and rng.random() < a.real
        d = rng.choice(widths if real else made)
        B = max(4, B // (2 if d > 8 else 1))
        nt = min(nt, 160 - queries) if real else nt
        try:
            X, Y, study, kinds, Q, q = (corpus if real else prior).families(B, d, T, ns, nt, queries, *((dev, generator) if real else ()))
            Y, q = scale(Y, T, ns, q)
            p = mixture(net, X, Y, T, ns, Q)
            c = Y[:, T * ns :].amin(1, keepdim=True) if nt else torch.full_like(q[:, :1], -1)
            l = loss(p, q).clamp(max=8).mean()
            low = below(p, q, c + 0.5 * torch.randn_like(c).abs()).clamp(max=8).mean()
            (low + 0.2 * l).backward()
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
    print(f"{name} trained: {step} steps, {tasks} tasks, {tasks / a.seconds:.0f} tasks/s", flush=True)
    torch.manual_seed(10**6)
    with torch.no_grad():
        judge(net, name + " made", lambda d, *size: prior.families(*size[:1], d, *size[1:]), (4, 6, 10)[: 1 if a.tiny else 3], a.tiny)
        if corpus:
            held, g = Corpus(a.corpus, dev, part="held", fewest=200), torch.Generator(dev).manual_seed(9)
            drawn = random.Random(7)
            widths = [drawn.choice([d for d in held.widths(20) if d > 1]) for _ in range(1 if a.tiny else 24)]
            judge(net, name + " held", lambda d, *size: held.families(*size[:1], d, *size[1:], dev, g), widths, a.tiny)


if __name__ == "__main__":
    main()
