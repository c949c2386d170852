/**
 * The policies, which make a working set fit: pure functions from a
 * {@link dev.throughline.workingset.policy.PolicyInput} to decisions.
 *
 * <p>{@link dev.throughline.workingset.policy.Auto} rewrites rarely and only when it pays,
 * {@link dev.throughline.workingset.policy.Trim} when a prompt does not fit,
 * {@link dev.throughline.workingset.policy.Compact} replaces a full history by a summary, and
 * {@link dev.throughline.workingset.policy.OverflowPolicy} repairs what a provider refused. They share
 * {@code Retention} (how long pieces stay), {@code Rewriter} (clears and drops) and {@code PromptFitter} (last resort).
 */
@NullMarked
package dev.throughline.workingset.policy;

import org.jspecify.annotations.NullMarked;
