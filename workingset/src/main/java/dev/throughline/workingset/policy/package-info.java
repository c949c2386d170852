/**
 * The rules that make a working set fit: pure functions from what is seen to what should change.
 *
 * <p>{@link dev.throughline.workingset.policy.Auto} rewrites seldom and only when it pays,
 * {@link dev.throughline.workingset.policy.Trim} when something does not fit,
 * {@link dev.throughline.workingset.policy.Compact} replaces a full history by a summary. They share the gate for what
 * arrives, the sweep that clears, and the measures of last resort.
 */
@NullMarked
package dev.throughline.workingset.policy;

import org.jspecify.annotations.NullMarked;
