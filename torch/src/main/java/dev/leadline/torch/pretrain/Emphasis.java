package dev.leadline.torch.pretrain;

/** Which queries count most in the loss. */
public enum Emphasis {
  /** All alike. */
  NONE,
  /** Those where the network expects to improve on the best observation: a search asks there. */
  IMPROVEMENT
}
