package dev.leadline.lab.experiment;

/** Identifies one run: a method on a task with a seed. */
public record RunKey(String task, String method, long seed) {}
