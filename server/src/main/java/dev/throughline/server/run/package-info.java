/** The registry of the runs of a home, which each {@code throughline run} writes and gateways read. */
@NullMarked
package dev.throughline.server.run;

import org.jspecify.annotations.NullMarked;
