/**
 * When a session ends and a new one begins under its key: the rules for times, and the words by which a person asks for
 * it. Pure: what time it is, and what a session's clocks say, is passed in.
 */
@NullMarked
package dev.throughline.engine.reset;

import org.jspecify.annotations.NullMarked;
