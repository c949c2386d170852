/**
 * A request body as the model reads it: an ordered list of items, what it costs with a prompt cache, and how large it
 * is.
 *
 * <p>Every dialect is reduced to the same list, so that size, prompt cache and coverage are computed alike:
 *
 * <pre>
 *   messages    tools, system blocks, then one item per content block
 *   responses   tools, instructions, then one item per input item
 *   chat        tools, then one item per message
 * </pre>
 *
 * Bodies of one session share almost everything with each other, so {@link
 * dev.throughline.simulator.prompt.RequestReader} recognises known elements by their bytes and parses only what is
 * new. Tokens are characters divided by four: ratios are robust against that, absolute figures are not.
 */
@NullMarked
package dev.throughline.simulator.prompt;

import org.jspecify.annotations.NullMarked;
