/** The dialects of the simulated model server, independent of those of the product. */
@NullMarked
package dev.throughline.simulator.dialect;

import org.jspecify.annotations.NullMarked;
