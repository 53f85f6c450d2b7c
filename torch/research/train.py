"""Trains one variant until a time (seconds since 1970, or +SECONDS) and writes its weights.
usage: train.py OUT.pt UNTIL [--from IN.pt] [--untold] [--alone] [--members] [--wide] [--low] [--corpus DIR] [--real SHARE] [--tiny] [--seed N]"""

import argparse, math, os, random, time
import torch
import committee
from network import Net, SIZES, STUDIES, below, flops, improvement, loss, mean
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


def ids(study, T):
    return torch.where(study == T, STUDIES, study)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("until")
    a.add_argument("--from", dest="start")
    a.add_argument("--corpus")
    a.add_argument("--real", type=float, default=0.5)
    for f in ("untold", "alone", "members", "wide", "low", "tiny"):
        a.add_argument("--" + f, action="store_true")
    a.add_argument("--seed", type=int, default=1)
    a = a.parse_args()
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(a.seed)
    rng = random.Random(a.seed)
    t0 = time.time()
    if dev == "cuda":
        torch.cuda.set_per_process_memory_fraction(float(os.environ.get("MEMORY", 0.2)))
    tokens, queries, uses = (800, 8, 2) if a.tiny else (150_000, 64, 3)
    prior = Prior(dev, 0, 16 if a.tiny else 512)
    corpus = None
    if a.corpus:
        from corpus import Corpus

        corpus = Corpus(a.corpus, dev, part="train", fewest=160)
        widths = corpus.widths(20)
        generator = torch.Generator(dev).manual_seed(a.seed)
    made = [d for d in WIDTHS if d <= (8 if a.tiny else 20)]
    made += [d for d in made if d <= 10] * 2 + ([] if a.tiny else [30])
    ty = torch.bfloat16 if dev == "cuda" else torch.float32
    net = Net(*SIZES[a.wide], told=not a.untold, members=a.members).to(dev)
    if a.start:
        net.load_state_dict(
            {k: v.float() for k, v in torch.load(a.start, map_location=dev).items()}, strict=not a.members
        )
    # The network computes in bf16; its weights are kept, and changed, in single precision beside it.
    master = [p.detach().float().clone() for p in net.parameters()]
    net = net.to(ty)
    half = list(net.parameters())
    for m in master:
        m.grad = torch.zeros_like(m)
    opt = torch.optim.AdamW(master, lr=1e-3, betas=(0.9, 0.98), weight_decay=0.02, fused=True)
    net.train()
    step = tasks = work = 0
    log, last = {}, time.time()
    lasttasks = lastwork = 0
    peak = 1e-3 if a.start else 1.5e-3
    print(f"{os.path.basename(a.out)}: {sum(p.numel() for p in half)} weights, start {time.time() - t0:.0f} s", flush=True)
    t0 = saved = time.time()
    seconds = max(1.0, float(a.until[1:]) if a.until[0] == "+" else float(a.until) - t0)
    wrong = 0
    names = [k for k, _ in net.named_parameters()]

    def hear(X, Y, T, ns, Q):
        return committee.hear(X, Y, T, ns, Q) if a.members else (None, None)

    def of(heard, part, n):  # the same for some of n queries
        m, r = heard
        own = lambda v: torch.cat([v[:, :, part], v[:, :, n:]], 2)
        return m and (m[0], m[1][:, :, part], m[2][:, :, part], m[3]), r and (own(r[0]), own(r[1]), r[2])

    def save():
        torch.save({k: m.half().cpu() for k, m in zip(names, master)}, a.out + ".new")
        os.replace(a.out + ".new", a.out)

    def batch(tokens):
        T, ns, nt, B = shape(rng, a.alone, tokens)
        real = corpus is not None and rng.random() < a.real
        d = rng.choice(widths if real else made)
        if d > 12:
            B = max(8, B // 2)
        if real:  # surfaces that are kept have 160 values and more
            nt = min(nt, 160 - queries)
        size = (B, d, T, ns, nt, queries if real else queries * uses)
        X, Y, study, kinds, Q, q = corpus.families(*size, dev, generator) if real else prior.families(*size)
        Y, q = scale(Y, T, ns, nt, q)
        return hear(X, Y, T, ns, Q), B, T, ns, nt, real, X, Y, ids(study, T), kinds, Q, q

    while True:
        done = (time.time() - t0) / seconds
        if done >= 1:
            break
        try:
            heard, B, T, ns, nt, real, X, Y, study, kinds, Q, q = batch(tokens)
            for use in range(uses):
                part = slice(0, queries) if real else slice(use * queries, (use + 1) * queries)
                for g in opt.param_groups:
                    g["lr"] = peak * min(1, (step + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1, done))))
                p = net(X, Y, study, kinds, Q[:, part], *of(heard, part, Q.shape[1]))
                l = loss(p, q[:, part]).clamp(max=20).mean()
                if a.low:
                    c = Y[:, T * ns :].amin(1, keepdim=True) if nt else torch.full_like(q[:, :1], -1)
                    low = below(p, q[:, part], c + 0.5 * torch.randn_like(c).abs()).clamp(max=20).mean()
                (low + 0.2 * l if a.low else l).backward()
                torch._foreach_copy_([m.grad for m in master], [torch.zeros_like(h) if h.grad is None else h.grad for h in half])
                opt.found_inf = (~torch.nn.utils.clip_grad_norm_(master, 1.0).isfinite()).float()  # such a step is left out
                opt.step()
                torch._foreach_copy_([h.data for h in half], master)
                for h in half:
                    h.grad = None
                step += 1
                tasks += B
                work += 3 * B * flops(net, T * ns + nt, queries, *SIZES[a.wide][::2])
                log.setdefault(("corpus" if real else "made", "with" if T else "none", "few" if nt < 3 else "more"), []).append(
                    l.detach()
                )
        except torch.OutOfMemoryError:  # on a shared device: go on with what fits
            wrong += 1
            print(f"out of memory: T {T} ns {ns} nt {nt} B {B}", flush=True)
            l = X = Q = None
            for h in half:
                h.grad = None
            torch.cuda.empty_cache()
            tokens = max(20_000, tokens * 4 // 5)
            if wrong > 20:
                raise
        if step % 20 == 0 and dev == "cuda":
            torch.cuda.synchronize()
        if time.time() - last > 20:
            if dev == "cuda":
                torch.cuda.synchronize()
            dt = time.time() - last
            print(
                f"{os.path.basename(a.out)} {time.time() - t0:4.0f} s {step} steps, {(tasks - lasttasks) / dt:.0f} tasks/s, {(work - lastwork) / dt / 1e12:.1f} TFLOP/s; "
                + ", ".join(f"{'/'.join(k)} {torch.stack(v).mean().item():.3f}" for k, v in sorted(log.items())),
                flush=True,
            )
            last, lasttasks, lastwork, log = time.time(), tasks, work, {}
        if time.time() - saved > 30:
            save()
            saved = time.time()
    save()
    # The same held-out tasks for every variant: loss, loss of low values, and the regret of one pick; in brackets what algebra alone has.
    net.eval()
    torch.manual_seed(10**6)
    rng = random.Random(7)
    sources = [("made", lambda d, *size: prior.families(*size[:1], d, *size[1:]), (4, 6, 10))]
    if os.environ.get("HELD"):
        from corpus import Corpus

        held, g = Corpus(os.environ["HELD"], dev, part="held", fewest=38 if a.tiny else 200), torch.Generator(dev).manual_seed(9)
        sources.append(
            ("held", lambda d, *size: held.families(*size[:1], d, *size[1:], dev, g), [rng.choice(held.widths(20)) for _ in range(12)])
        )
    n = 8 if a.tiny else 150
    with torch.no_grad():
        for name, families, dimensions in sources:
            for T in (0, 3):
                for nt in (0, 3, 10, 30):
                    if T + nt == 0 or a.alone and T:
                        continue
                    found = []
                    for d in dimensions[: 1 if a.tiny else 99]:
                        X, Y, study, kinds, Q, q = families(d, 4 if a.tiny else 384, T, 20 if a.tiny else 40, nt, n)
                        Y, q = scale(Y, T, 20 if a.tiny else 40, nt, q)
                        heard = committee.hear(X, Y, T, 20 if a.tiny else 40, Q)
                        e, m, s, _ = heard[0]
                        said = e.log_softmax(1)[:, None].expand(-1, n, -1), m.transpose(1, 2), s.log().transpose(1, 2)
                        best = Y[:, study[0] == T].amin(1, keepdim=True) if nt else None
                        for p in (net(X, Y, ids(study, T), kinds, Q, *(heard if a.members else (None, None))), said):
                            i = (improvement(p, best) if nt else -mean(p)).argmax(1, keepdim=True)
                            top = q.amin(1, keepdim=True)
                            first = best if nt else q.median(1, keepdim=True).values
                            top = torch.minimum(top, first)
                            regret = ((torch.minimum(q.gather(1, i), first) - top) / (first - top).clamp(min=1e-3)).clamp(0, 1)
                            low = below(p, q, (best if nt else top) + 0.3).clamp(max=20)
                            found += [loss(p, q).clamp(max=20).mean(), low.mean(), regret.mean()]
                    found = torch.stack(found).view(-1, 2, 3).mean(0).tolist()
                    print(
                        f"{os.path.basename(a.out)} {name} T{T} n{nt}: loss, low, pick "
                        + ", ".join(f"{x:.3f} ({y:.3f})" for x, y in zip(*found)),
                        flush=True,
                    )
    print(f"{os.path.basename(a.out)} done: {step} steps, {tasks} tasks, {tasks / seconds:.0f} tasks/s, mean {work / seconds / 1e12:.1f} TFLOP/s")


if __name__ == "__main__":
    main()
