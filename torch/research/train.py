"""Trains one variant until a time (seconds since 1970, or +SECONDS) and writes its weights.
usage: train.py OUT.pt UNTIL [--from IN.pt] [--untold] [--alone] [--members] [--relatives] [--corpus DIR] [--tiny] [--seed N]"""

import argparse, math, os, random, time
import torch
from committee import agreement, opinions, reports
from network import Net, STUDIES, flops, loss
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
    for f in ("untold", "alone", "members", "relatives", "tiny"):
        a.add_argument("--" + f, action="store_true")
    a.add_argument("--seed", type=int, default=1)
    a = a.parse_args()
    dev = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(a.seed)
    rng = random.Random(a.seed)
    t0 = time.time()
    if dev == "cuda":
        torch.cuda.set_per_process_memory_fraction(0.17)
    tokens, queries, uses = (800, 8, 2) if a.tiny else (150_000, 64, 2)
    prior = Prior(dev, 0, 16 if a.tiny else 512)
    corpus = None
    if a.corpus:
        from corpus import Corpus

        corpus = Corpus(a.corpus, dev, part="train")
        widths = corpus.widths(20)
        generator = torch.Generator(dev).manual_seed(a.seed)
    made = [d for d in WIDTHS if d <= (8 if a.tiny else 20)]
    made += [d for d in made if d <= 10] * 2 + ([] if a.tiny else [30])
    ty = torch.bfloat16 if dev == "cuda" else torch.float32
    net = Net(told=not a.untold, members=a.members, relatives=a.relatives).to(dev)
    if a.start:
        net.load_state_dict(
            {k: v.float() for k, v in torch.load(a.start, map_location=dev).items()}, strict=not (a.members or a.relatives)
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
    seconds = float(a.until[1:]) if a.until[0] == "+" else float(a.until) - t0
    wrong = 0
    names = [k for k, _ in net.named_parameters()]

    def hear(X, Y, T, ns, Q):  # the algebra's part: members of the committee, and what earlier studies say
        own, m = T * ns, None
        if a.relatives and T:
            mean, sd = reports(X, Y, T, ns, torch.cat([Q, X[:, own:]], 1))
            m = mean, sd, agreement(mean[:, :, Q.shape[1] :], Y[:, own:])
        return opinions(X[:, own:], Y[:, own:], Q) if a.members else None, m

    def of(heard, part, n):  # the same for some of n queries
        m, r = heard
        own = lambda v: torch.cat([v[:, :, part], v[:, :, n:]], 2)
        return m and (m[0], m[1][:, :, part], m[2][:, :, part]), r and (own(r[0]), own(r[1]), r[2])

    def save():
        torch.save({k: m.half().cpu() for k, m in zip(names, master)}, a.out + ".new")
        os.replace(a.out + ".new", a.out)

    def batch(tokens):
        T, ns, nt, B = shape(rng, a.alone, tokens)
        real = corpus is not None and rng.random() < 1 / 3
        d = rng.choice(widths if real else made)
        if d > 12:
            B = max(8, B // 2)
        if real:  # surfaces that are kept have 100 values and more
            nt = min(nt, 100 - queries)
        size = (B, d, T, ns, nt, queries if real else queries * uses)
        X, Y, study, kinds, Q, q = corpus.families(*size, dev, generator) if real else prior.families(*size)
        Y, q = scale(Y, T, ns, nt, q)
        return hear(X, Y, T, ns, Q), B, T, ns, nt, real, X, Y, ids(study, T), kinds, Q, q

    while True:
        p = (time.time() - t0) / seconds
        if p >= 1:
            break
        try:
            heard, B, T, ns, nt, real, X, Y, study, kinds, Q, q = batch(tokens)
            for use in range(uses):
                part = slice(0, queries) if real else slice(use * queries, (use + 1) * queries)
                for g in opt.param_groups:
                    g["lr"] = peak * min(1, (step + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1, p))))
                l = loss(net(X, Y, study, kinds, Q[:, part], *of(heard, part, Q.shape[1])), q[:, part]).clamp(max=20).mean()
                l.backward()
                torch._foreach_copy_([m.grad for m in master], [torch.zeros_like(h) if h.grad is None else h.grad for h in half])
                opt.found_inf = (~torch.nn.utils.clip_grad_norm_(master, 1.0).isfinite()).float()  # such a step is left out
                opt.step()
                torch._foreach_copy_([h.data for h in half], master)
                for h in half:
                    h.grad = None
                step += 1
                tasks += B
                work += 3 * B * flops(net, T * ns + nt, queries)
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
        if time.time() - saved > 60:
            save()
            saved = time.time()
    save()
    # The same held-out tasks for every variant.
    net.eval()
    torch.manual_seed(10**6)
    line = []
    with torch.no_grad():
        for T in (0, 3):
            for nt in (0, 3, 10, 30):
                if T + nt == 0:
                    continue
                ls = []
                for d in (4, 6, 10)[: 1 if a.tiny else 3]:
                    X, Y, study, kinds, Q, q = prior.families(4 if a.tiny else 512, d, T, 40, nt, 64)
                    Y, q = scale(Y, T, 40, nt, q)
                    if a.alone and T:
                        continue
                    ls.append(loss(net(X, Y, ids(study, T), kinds, Q, *hear(X, Y, T, 40, Q)), q).clamp(max=20).mean())
                if ls:
                    line.append(f"T{T} n{nt} {torch.stack(ls).mean().item():.3f}")
    print(
        f"{os.path.basename(a.out)} done: {step} steps, {tasks} tasks, {tasks / seconds:.0f} tasks/s, mean {work / seconds / 1e12:.1f} TFLOP/s; held out: "
        + ", ".join(line),
        flush=True,
    )


if __name__ == "__main__":
    main()
