/**
 * A request body as the model would read it: an ordered list of items.
 *
 * <p>Every dialect is reduced to the same thing, so that size, prompt cache and coverage are computed alike:
 *
 * <pre>
 *   messages    tools, system blocks, then one item per content block
 *   responses   tools, instructions, then one item per input item
 *   chat        tools, then one item per message
 * </pre>
 *
 * Bodies of one session share almost everything with each other, so {@link dev.throughline.replay.prompt.BodyReader}
 * recognises known elements by their bytes and parses only what is new. The rules of the providers, in {@code *Rules},
 * read the same elements.
 */
@NullMarked
package dev.throughline.replay.prompt;

import org.jspecify.annotations.NullMarked;
