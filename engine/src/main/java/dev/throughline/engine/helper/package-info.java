/**
 * The helper model: the one we ask questions of our own, beside the conversation.
 *
 * <p>{@link dev.throughline.engine.helper.HelperModel} is what other rooms see. It answers or it does not, and never
 * throws: everything works without it. {@link dev.throughline.engine.helper.Consulting} is the one behind it, with its
 * guards: a {@link dev.throughline.engine.helper.Schema} for what comes back, an
 * {@link dev.throughline.engine.helper.Allowance} of tokens, a {@link dev.throughline.engine.helper.Breaker}, a time
 * limit over all attempts. Whom it asks, and with whose credentials, a {@link dev.throughline.engine.helper.Caller}
 * says; those of sessions are held in {@link dev.throughline.engine.helper.Callers}, in memory and nowhere else. The
 * HTTP is behind {@link dev.throughline.engine.helper.HelperUpstream}, which the gateway implements.
 */
@NullMarked
package dev.throughline.engine.helper;

import org.jspecify.annotations.NullMarked;
