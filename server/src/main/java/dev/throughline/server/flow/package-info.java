/** The data-flow log: every step of every turn as one line of JSON, for debugging. */
@NullMarked
package dev.throughline.server.flow;

import org.jspecify.annotations.NullMarked;
