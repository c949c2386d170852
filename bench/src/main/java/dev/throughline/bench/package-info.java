/**
 * Benchmarks. Each is a program that prints a table with its figures and a baseline from the same run.
 *
 * <p>On a shared machine an absolute figure says little. Every program alternates between its subject and its baselines
 * for several rounds, and prints medians and ratios. The main programs:
 *
 * <ul>
 *   <li>{@link dev.throughline.bench.GatewayBench}: what the gateway adds to a call, compared with direct calls and
 *       nginx
 *   <li>{@link dev.throughline.bench.RecordBench}: what archiving a request costs, compared with copying it and
 *       parsing it
 *   <li>{@link dev.throughline.bench.EditBench}: what deciding on a long request and writing it costs
 *   <li>{@link dev.throughline.bench.StreamsBench}: a thousand concurrent streams and their memory
 *   <li>{@link dev.throughline.bench.AppendBench}: how long a durable append takes
 *   <li>{@link dev.throughline.bench.StartBench}: how long a start takes, and the memory of an idle gateway
 * </ul>
 *
 * <p>{@code bench/run} builds and runs them and keeps their output in {@code bench/runs}.
 */
@NullMarked
package dev.throughline.bench;

import org.jspecify.annotations.NullMarked;
