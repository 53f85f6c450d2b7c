package dev.leadline.torch.pretrain;

/** A part of a training step. */
public enum Stage {
  PRIOR,
  /** The units of the inputs, in which the committee measures. */
  UNITS,
  COMMITTEE,
  FORWARD,
  BACKWARD,
  OPTIMISER
}
