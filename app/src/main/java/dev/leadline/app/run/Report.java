package dev.leadline.app.run;

/** What a running trial has printed of its value after a step. */
record Report(int trial, int step, double value) {}
