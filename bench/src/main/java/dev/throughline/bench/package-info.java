/**
 * Measurements, each a program that prints a table: what it cost, beside a baseline from the same run.
 *
 * <p>The machine is shared and noisy, so a figure alone says little. Every program measures its baselines in turns with
 * the thing itself, several rounds of each, and prints medians and ratios. Six programs:
 *
 * <ul>
 *   <li>{@link dev.throughline.bench.GatewayBench}: what the gateway adds to a call, beside direct calls and nginx
 *   <li>{@link dev.throughline.bench.RecordBench}: what remembering a request costs, beside copying it and parsing it
 *   <li>{@link dev.throughline.bench.EditBench}: what deciding on a long request and writing it costs
 *   <li>{@link dev.throughline.bench.StreamsBench}: a thousand streams at once, and the memory they take
 *   <li>{@link dev.throughline.bench.AppendBench}: how long a durable append takes
 *   <li>{@link dev.throughline.bench.StartBench}: how long a start takes, and what an idle gateway weighs
 * </ul>
 *
 * <p>{@code bench/run} builds and runs them and keeps their output in {@code bench/runs}.
 */
@NullMarked
package dev.throughline.bench;

import org.jspecify.annotations.NullMarked;
