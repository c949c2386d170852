/**
 * Figures of a finished run, as a table for people, as JSON and as CSV for programs.
 *
 * <p>{@link dev.throughline.replay.report.Figure} is the list of what is derived from the sums, each with its name in
 * files; {@link dev.throughline.replay.report.Summary} has them per session and in total.
 */
@NullMarked
package dev.throughline.replay.report;

import org.jspecify.annotations.NullMarked;
