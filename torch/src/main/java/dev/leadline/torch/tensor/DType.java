package dev.leadline.torch.tensor;

import org.bytedeco.pytorch.global.torch;

/** The element type of a tensor. */
public enum DType {
  FLOAT32,
  FLOAT64,
  BFLOAT16,
  INT64,
  UINT8,
  BOOL;

  torch.ScalarType scalarType() {
    return switch (this) {
      case FLOAT32 -> torch.ScalarType.Float;
      case FLOAT64 -> torch.ScalarType.Double;
      case BFLOAT16 -> torch.ScalarType.BFloat16;
      case INT64 -> torch.ScalarType.Long;
      case UINT8 -> torch.ScalarType.Byte;
      case BOOL -> torch.ScalarType.Bool;
    };
  }

  static DType of(torch.ScalarType type) {
    return switch (type.intern()) {
      case Float -> FLOAT32;
      case Double -> FLOAT64;
      case BFloat16 -> BFLOAT16;
      case Long -> INT64;
      case Byte -> UINT8;
      case Bool -> BOOL;
      default ->
          throw new IllegalStateException("expected a supported element type but got " + type);
    };
  }
}
