/**
 * How the work of a scanner grows with its text: {@link dev.throughline.testkit.growth.HostileText} writes texts that
 * make careless scanners go back again and again, {@link dev.throughline.testkit.growth.Growth} compares the CPU time
 * that two sizes of the same text take.
 */
@NullMarked
package dev.throughline.testkit.growth;

import org.jspecify.annotations.NullMarked;
