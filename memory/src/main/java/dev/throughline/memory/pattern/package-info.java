/**
 * Tables of regular expressions, which the packages that find secrets, parse lines and read sentences have next to
 * their classes.
 */
@NullMarked
package dev.throughline.memory.pattern;

import org.jspecify.annotations.NullMarked;
