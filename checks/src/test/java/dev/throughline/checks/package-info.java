/**
 * Tests of the project as a whole: its modules, style, format and documents. What a machine can check is checked here,
 * so that a review can speak about the rest.
 */
@NullMarked
package dev.throughline.checks;

import org.jspecify.annotations.NullMarked;
