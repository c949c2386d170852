/**
 * The dialect of OpenAI Responses.
 *
 * <p>A history is a flat list of items, and a reply is a list of output items that a client sends back as they came.
 */
@NullMarked
package dev.throughline.wire.responses;

import org.jspecify.annotations.NullMarked;
