package dev.leadline.torch.tensor;

/** The direction of a sort. */
public enum Order {
  ASCENDING,
  DESCENDING
}
