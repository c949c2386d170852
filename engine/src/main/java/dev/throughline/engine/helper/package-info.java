/**
 * The helper model: the one we ask questions of our own, beside the conversation.
 *
 * <p>{@link dev.throughline.engine.helper.HelperModel} is what others see. It answers or it does not, and never
 * throws: everything works without it. {@link dev.throughline.engine.helper.LimitedHelperModel} is the one behind it,
 * with its guards: a {@link dev.throughline.engine.helper.AnswerSchema} for what comes back, an {@link
 * dev.throughline.engine.helper.HelperAllowance} of tokens, a {@link dev.throughline.engine.helper.CircuitBreaker}, a
 * time limit over all attempts. Whom it asks, and with whose credentials, a {@link
 * dev.throughline.engine.helper.SessionCaller} says; those of sessions are held in {@link
 * dev.throughline.engine.helper.SessionCallers}, in memory and nowhere else. The HTTP is behind {@link
 * dev.throughline.engine.helper.HelperUpstream}, which the gateway implements.
 */
@NullMarked
package dev.throughline.engine.helper;

import org.jspecify.annotations.NullMarked;
