/**
 * The policies, which make a working set fit: pure functions from a
 * {@link dev.throughline.workingset.policy.PolicyInput} to decisions.
 *
 * <p>{@link dev.throughline.workingset.policy.Auto} rewrites rarely and only when it pays,
 * {@link dev.throughline.workingset.policy.Trim} when a prompt does not fit or was refused, and
 * {@link dev.throughline.workingset.policy.Compact} replaces a full history by a summary. Their common parts:
 *
 * <pre>
 *   PolicyDraft        the edits so far, and the prompt with them
 *   Retention          how long pieces stay; makes a RewritePlan, which clears results and drops exchanges
 *   ResultShortener    cuts long results
 *   RangeReplacement   replaces a part of the history by one message
 *   PromptFitter       all of these, one after the other, until a prompt fits
 *   Exchanges          which pieces may be removed together
 *   SupersededContent  which content a later piece shows: reads (FileReads) and todo lists (TodoLists)
 * </pre>
 */
@NullMarked
package dev.throughline.workingset.policy;

import org.jspecify.annotations.NullMarked;
