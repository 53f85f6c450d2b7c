package dev.leadline.torch.pretrain;

/** A part of a training step. */
public enum Stage {
  PRIOR,
  COMMITTEE,
  FORWARD,
  BACKWARD,
  OPTIMISER
}
