/**
 * The configuration: which keys there are, their values, and where each value comes from.
 *
 * <p>{@link dev.throughline.server.config.Keys} lists the keys, each with its name, type, default and help text. A
 * value comes from the first of four places that has one: a flag, an environment variable, the file, the default. Flags
 * and variables are derived from the name of the key. {@link dev.throughline.server.config.Config} contains the values
 * and their origins. The classes that declare keys also build from them the settings that other modules take.
 *
 * <p>An unknown key, a wrong type or a value out of range is an error that names the file, the line and the fix. All
 * errors are reported at once.
 */
@NullMarked
package dev.throughline.server.config;

import org.jspecify.annotations.NullMarked;
