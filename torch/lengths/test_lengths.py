"""Tests at small size, on a CPU: python -m unittest"""

import os, subprocess, sys, tempfile, unittest
import torch
import committee, network
from prior import Prior, scale


class LengthsTest(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)

    def test_families_are_finite_and_in_the_cube(self):
        for T, ns, nt in ((0, 0, 10), (3, 8, 5), (2, 8, 0)):
            X, Y, study, kinds, Q, q = Prior("cpu", 0, 16).families(64, 5, T, ns, nt, 12)
            Y, q = scale(Y, T, ns, q)
            self.assertTrue(torch.isfinite(Y).all() and torch.isfinite(q).all())
            self.assertTrue(((X >= 0) & (X <= 1)).all())
            self.assertEqual(X.shape, (64, T * ns + nt, 5))

    def test_slopes_are_those_of_the_evidence(self):
        X, z = torch.rand(1, 12, 2, dtype=torch.double), torch.randn(1, 12, dtype=torch.double)

        def evidence(log_lengths, l):
            r = torch.cdist(X / log_lengths.exp(), X / log_lengths.exp()) / 2**0.5
            K = committee.matern(r, l) + 1 + network.NOISE * torch.eye(12, dtype=torch.double)
            q = (z @ torch.linalg.solve(K, z[..., None]))[0]
            v = ((q.detach() + 4) / 16).squeeze()
            return (-0.5 * q / v - 0.5 * torch.logdet(K)).sum()

        found, _ = network.slopes(X, z)
        for k, l in enumerate(network.LENGTHS):
            logs = torch.zeros(2, dtype=torch.double, requires_grad=True)
            wanted = torch.autograd.functional.jacobian(lambda v: evidence(v, l), logs)
            torch.testing.assert_close(found[0, :, k] * 12**0.5, wanted, rtol=1e-4, atol=1e-4)

    def test_order_of_inputs_does_not_matter(self):
        net, X, Y = network.Lengths(), torch.rand(2, 20, 4), torch.randn(2, 20)
        turn = torch.tensor([2, 0, 3, 1])
        units = net(network.features(X, Y, 0, 0))
        torch.testing.assert_close(net(network.features(X[..., turn], Y, 0, 0)), units[:, turn])

    def test_training_lowers_the_loss(self):
        X, Y, study, kinds, Q, q = Prior("cpu", 0, 16).families(64, 4, 0, 0, 20, 24)
        Y, q = scale(Y, 0, 0, q)
        net = network.Lengths(width=16, layers=1)
        optimiser = torch.optim.AdamW(net.parameters(), lr=1e-2)
        losses = []
        for _ in range(15):
            loss = network.loss(network.mixture(net, X, Y, 0, 0, Q), q).clamp(max=8).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        self.assertLess(losses[-1], losses[0] - 0.02)

    def test_a_run_writes_what_the_product_reads(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as folder:
            trained, out = os.path.join(folder, "net.pt"), os.path.join(folder, "net.safetensors")
            subprocess.run([sys.executable, "train.py", trained, "1", "--tiny"], cwd=here, check=True, capture_output=True)
            subprocess.run([sys.executable, "export.py", trained, out, "100"], cwd=here, check=True)
            from safetensors import safe_open

            with safe_open(out, "pt") as file:
                self.assertEqual(file.metadata()["tasks"], "100")
                self.assertEqual(file.get_tensor("reach.weight").shape, (1, 96))


if __name__ == "__main__":
    unittest.main()
