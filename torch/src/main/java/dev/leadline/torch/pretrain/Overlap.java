package dev.leadline.torch.pretrain;

/** How the preparation of a batch and the learning from the one before share the device. */
public enum Overlap {
  /** A second thread with a queue of its own on the device. */
  LANE,
  /** A second thread on the common queue of the device. */
  THREAD,
  /** One after the other. */
  NONE
}
