/**
 * The way to the helper model: {@link dev.throughline.gateway.helper.DirectCalls} sends requests of our own to the same
 * providers as a client's, and waits for the whole reply.
 */
@NullMarked
package dev.throughline.gateway.helper;

import org.jspecify.annotations.NullMarked;
