/**
 * Sample-efficient optimisation by ask and tell.
 *
 * <p>{@code study} and {@code space} are all that most programs need. {@code surrogate} is the seam
 * for those who bring a model of their own, {@code search} for those who bring a rule of their own,
 * and {@code pfn} opens model files. The rest serves Leadline's own modules.
 */
module dev.leadline.core {
  requires com.microsoft.onnxruntime;
  requires static transitive org.jspecify;

  exports dev.leadline.acquisition;
  exports dev.leadline.chart;
  exports dev.leadline.early;
  exports dev.leadline.insight;
  exports dev.leadline.lengthscale;
  exports dev.leadline.pfn;
  exports dev.leadline.space;
  exports dev.leadline.study;
  exports dev.leadline.search;
  exports dev.leadline.surrogate;
  exports dev.leadline.scaling;
  exports dev.leadline.committee to
      dev.leadline.lab,
      dev.leadline.torch;
  exports dev.leadline.natives to
      dev.leadline.storage;
}
