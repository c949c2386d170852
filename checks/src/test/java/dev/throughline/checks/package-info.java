/**
 * Tests of the project as a whole: its modules, style, format and documents. Rules that can be checked
 * automatically are checked here.
 */
@NullMarked
package dev.throughline.checks;

import org.jspecify.annotations.NullMarked;
