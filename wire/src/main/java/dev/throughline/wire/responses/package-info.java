/**
 * OpenAI Responses. A history is a list of typed items: messages, reasoning, calls, outputs. One element is one item,
 * so what the model streams and what the client resends are compared without the differences that
 * {@link dev.throughline.wire.responses.ResponsesItems} ignores.
 *
 * <p>A reply is a list of output items that a client sends back as they came.
 */
@NullMarked
package dev.throughline.wire.responses;

import org.jspecify.annotations.NullMarked;
