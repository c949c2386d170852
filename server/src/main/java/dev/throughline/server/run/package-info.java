/** The runs of a home: what each {@code throughline run} writes down about itself, and what gateways read there. */
@NullMarked
package dev.throughline.server.run;

import org.jspecify.annotations.NullMarked;
