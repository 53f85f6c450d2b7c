package dev.leadline.lab.method;

/**
 * What the studies of a plan are told and asked besides. With any of it, also with none of the
 * three, they have the seeds of the plan, as a user's study would; otherwise seeds made of task,
 * method and seed.
 *
 * @param budget whether they know how many trials there will be
 * @param forecast whether they say what is still to be expected before each trial
 * @param recommend whether they recommend a point at the end
 */
public record StudyOptions(boolean budget, boolean forecast, boolean recommend) {}
