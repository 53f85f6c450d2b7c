"""Makes tiny.safetensors, a random network, and golden.txt, what it says of some studies, by torch/lengths.

Run beside the files it writes, with torch 2.11 and safetensors 0.8: PYTHONPATH=../../../../../../../torch/lengths python golden.py
A case is some lines of a name and numbers, and ends with an empty line.
"""
import torch
from safetensors.torch import save_file

torch.manual_seed(4)
torch.set_default_dtype(torch.double)
import network
import prior

net = network.Lengths(width=8, layers=2).double().eval()
for weights in net.parameters():
    weights.data = (4 * weights.data if weights.dim() > 1 else weights.data + 0.1 * torch.randn_like(weights)).float().double()
net.reach.weight.data = (5 * net.reach.weight.data).float().double()
kept = {name: weights.float().contiguous() for name, weights in net.state_dict().items()}
save_file(kept, "tiny.safetensors", {"name": "tiny"})


def line(name, values):
    return name + "".join(f" {float(v)!r}" for v in values.flatten())


cases = []
for d, n, earlier, each in ((2, 6, 0, 0), (5, 20, 0, 0), (3, 12, 2, 8), (4, 1, 1, 10), (7, 30, 3, 12)):
    X = torch.rand(1, earlier * each + n, d)
    Y = torch.sin(5 * X[..., 0]) + X[..., 1] ** 2 + 0.1 * torch.randn(X.shape[:2])
    own = prior.scaling(Y[:, earlier * each :])(Y[:, earlier * each :]) if n > 1 else torch.ones(1, 1)
    scaled = [prior.scaling(y)(y) for y in Y[:, : earlier * each].split(each, 1)] if earlier else []
    with torch.no_grad():
        units = net(network.features(X, torch.cat(scaled + [own], 1), earlier, each))
    cases.append("\n".join([
        line("dimensions", torch.tensor(d)), line("earlier", torch.tensor(earlier)),
        line("x", X[:, earlier * each :]), line("y", own),
        *([line("earlierX", X[:, : earlier * each]), line("earlierY", Y[:, : earlier * each])] if earlier else []),
        line("units", units)]))
open("golden.txt", "w").write("\n\n".join(cases) + "\n")
