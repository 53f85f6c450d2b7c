package dev.leadline.storage;

/**
 * What a study is about; fixed when its file is created.
 *
 * @param space the canonical text of the space and the objective; two studies are the same if these
 *     are equal
 * @param command what is tuned, for display; empty if the trials are evaluated elsewhere
 * @param strategy the strategy the study was started with
 * @param seed the seed the study was started with
 */
public record StudyHeader(String space, String command, String strategy, long seed) {}
