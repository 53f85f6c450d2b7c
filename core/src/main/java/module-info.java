/**
 * Sample-efficient optimisation by ask and tell.
 *
 * <p>{@code study} and {@code space} are all that most programs need. {@code surrogate} is the seam
 * for those who bring a model of their own, {@code suggest} for those who bring a rule of their
 * own, and {@code pfn} opens model files. The rest serves Leadline's own modules.
 */
module dev.leadline.core {
  requires com.microsoft.onnxruntime;
  requires static transitive org.jspecify;

  exports dev.leadline.acquisition;
  exports dev.leadline.curve;
  exports dev.leadline.pfn;
  exports dev.leadline.space;
  exports dev.leadline.study;
  exports dev.leadline.suggest;
  exports dev.leadline.surrogate;
  exports dev.leadline.units;
  exports dev.leadline.committee to
      dev.leadline.bench,
      dev.leadline.lab,
      dev.leadline.torch;
  exports dev.leadline.goals to
      dev.leadline.bench,
      dev.leadline.lab;
  exports dev.leadline.natives to
      dev.leadline.storage;
}
