/**
 * Texts as the figures count them: JSON written in one fixed way, characters counted as code points, and the classes of
 * characters by which words and spaces are told apart.
 *
 * <p>Sizes and comparisons of a run rest on this package, so it follows one model in every detail: JSON without spaces,
 * numbers in their shortest form, nothing escaped that need not be.
 */
@NullMarked
package dev.throughline.replay.text;

import org.jspecify.annotations.NullMarked;
