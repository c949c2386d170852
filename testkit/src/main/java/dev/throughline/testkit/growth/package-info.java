/**
 * Tests how the work of a scanner grows with its text: {@link dev.throughline.testkit.growth.HostileText} generates
 * texts that are hard for careless scanners, {@link dev.throughline.testkit.growth.Growth} compares the CPU time for
 * two sizes of the same text.
 */
@NullMarked
package dev.throughline.testkit.growth;

import org.jspecify.annotations.NullMarked;
