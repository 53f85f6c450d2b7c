package dev.leadline.app.metrics;

/** What a running trial has printed of its value after a step. */
public record Report(int trial, int step, double value) {}
