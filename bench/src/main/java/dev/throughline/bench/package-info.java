/** Measurements, each a program that prints a table: what it cost, beside a baseline from the same run. */
@NullMarked
package dev.throughline.bench;

import org.jspecify.annotations.NullMarked;
