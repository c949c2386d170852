/**
 * Tests of the house itself. What a machine can check about style is checked here, from the first commit, so that a
 * review can speak about the rest.
 */
@NullMarked
package dev.throughline.house;

import org.jspecify.annotations.NullMarked;
