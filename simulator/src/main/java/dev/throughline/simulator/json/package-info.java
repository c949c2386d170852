/**
 * JSON trees, and JSON written in one fixed form: without spaces, numbers in their shortest form, nothing escaped that
 * need not be. Sizes and comparisons of a replay are computed on texts in this form, with characters counted as code
 * points.
 */
@NullMarked
package dev.throughline.simulator.json;

import org.jspecify.annotations.NullMarked;
