/**
 * The helper model, which answers Throughline's own questions.
 *
 * <p>{@link dev.throughline.engine.helper.HelperModel} is the interface. It never throws, and everything works without
 * it. {@link dev.throughline.engine.helper.LimitedHelperModel} implements it with limits: an {@link
 * dev.throughline.engine.helper.AnswerSchema} for answers, a {@link dev.throughline.engine.helper.HelperAllowance} of
 * tokens, a {@link dev.throughline.engine.helper.CircuitBreaker}, and one timeout for all attempts. A {@link
 * dev.throughline.engine.helper.SessionCaller} contains the target and the credentials of a question; {@link
 * dev.throughline.engine.helper.SessionCallers} holds the callers of sessions, only in memory. The gateway implements
 * {@link dev.throughline.engine.helper.HelperUpstream} with HTTP.
 */
@NullMarked
package dev.throughline.engine.helper;

import org.jspecify.annotations.NullMarked;
