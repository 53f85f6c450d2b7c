"""How is a small PyTorch network trained best? network.py [TRIALS [TURNS [EPOCHS]]]; trials that will not become good are ended early."""

import sys

import torch
from proof import proof
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import leadline

torch.set_num_threads(1)
trials, turns, epochs = (int(word) for word in (sys.argv[1:] + ["40", "20", "30"][len(sys.argv) - 1 :]))
images, digits = load_digits(return_X_y=True)
space = {
    "rate": leadline.real(1e-5, 1e-1, log=True, default=1e-3),
    "momentum": leadline.real(0.5, 0.99, default=0.9),
    "decay": leadline.real(1e-6, 1, log=True, default=1e-2),
    "width": leadline.integer(16, 256, log=True, default=64),
    "batch": leadline.ordinal([16, 32, 64, 128, 256], default=64),
    "dropout": leadline.real(0, 0.6, default=0.0),
}


def loss(settings, seed, report=lambda epoch, value: True):
    """The loss on a fifth of the digits after training on the others; report says whether to go on."""
    torch.manual_seed(seed)
    parts = train_test_split(images, digits, test_size=0.2, random_state=seed)
    x, x_test = (torch.tensor(part / 16, dtype=torch.float32) for part in parts[:2])
    y, y_test = (torch.tensor(part) for part in parts[2:])
    model = torch.nn.Sequential(
        torch.nn.Linear(64, settings["width"]), torch.nn.ReLU(), torch.nn.Dropout(settings["dropout"]),
        torch.nn.Linear(settings["width"], 10))
    optimizer = torch.optim.AdamW(
        model.parameters(), settings["rate"], (settings["momentum"], 0.999), weight_decay=settings["decay"])
    value = float("nan")
    for epoch in range(1, epochs + 1):
        model.train()
        for rows in torch.randperm(len(x)).split(settings["batch"]):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x[rows]), y[rows]).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            value = float(torch.nn.functional.cross_entropy(model(x_test), y_test))
        if not report(epoch, value):
            break
    return value


with leadline.Study(space, trials=trials, noisy=True, early="model", seed=1) as study:
    result = study.optimize(lambda trial: loss(trial.params, 1000 + trial.number, trial.report))
    best = study.recommend()["params"]
print("ended early:", sum(trial["state"] == "stopped" for trial in result.trials), "of", len(result.trials))
print("best:", best)
proof("network", loss, {name: parameter.default for name, parameter in space.items()}, best, turns)
