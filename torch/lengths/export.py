"""Writes a trained network as the product reads it. usage: export.py IN.pt OUT.safetensors TASKS"""

import sys
import torch
from safetensors.torch import save_file
import network

FACTS = {"name": "lengthscales", "network": "3 layers of 96, 4 heads, a token an input", "corpus": "torch/corpus/kept"}


def main():
    trained, out, tasks = sys.argv[1:4]
    net = network.Lengths()
    net.load_state_dict({k: v.float() for k, v in torch.load(trained, map_location="cpu").items() if not k.startswith("weigh.")})
    save_file({k: v.contiguous() for k, v in net.state_dict().items()}, out, FACTS | {"tasks": tasks})


if __name__ == "__main__":
    main()
