/**
 * What a user may set, and where each value came from.
 *
 * <p>{@link dev.throughline.server.config.Keys} is the table: one line per key, with its name, its default and what
 * it is for. A value is looked for in four places, and the first that has one wins: a flag, a variable of the
 * environment, the file, the default. The names follow from the key by rule, so a reader of one place knows the
 * others. {@link dev.throughline.server.config.Settings} does the looking and remembers the place; {@link
 * dev.throughline.server.config.Config} is the result, one record per concern, that the rest of the program takes.
 *
 * <p>Nothing is guessed. An unknown key, a wrong type or a value out of range ends the start with a sentence that
 * names the file, the line and the fix, and all of them are named at once.
 */
@NullMarked
package dev.throughline.server.config;

import org.jspecify.annotations.NullMarked;
