/**
 * Figures of a finished replay, as a table for people, as JSON and as CSV for programs.
 *
 * <p>{@link dev.throughline.simulator.report.ReportFigure} lists what is derived from the sums, each with its name in
 * files; {@link dev.throughline.simulator.report.ReplaySummary} has them per session and in total.
 */
@NullMarked
package dev.throughline.simulator.report;

import org.jspecify.annotations.NullMarked;
