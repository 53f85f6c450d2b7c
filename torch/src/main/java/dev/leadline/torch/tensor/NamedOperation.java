package dev.leadline.torch.tensor;

import java.util.List;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.TensorList;

/**
 * An operation of libtorch that the binding has no method for. Immutable and thread-safe.
 *
 * @param name as libtorch knows it
 */
record NamedOperation(String name) {

  /** What the operation returns; its arguments in their order, none left out. */
  IValueVector call(IValue... arguments) {
    IValueVector stack = new IValueVector(arguments);
    Dispatcher.singleton().findSchemaOrThrow(name, "").callBoxed(stack);
    return stack;
  }

  static IValue list(List<Tensor> tensors) {
    GenericList list = new GenericList(new TensorList().elementType());
    for (Tensor tensor : tensors) {
      list.push_back(new IValue(tensor.handle));
    }
    return new IValue(list);
  }
}
