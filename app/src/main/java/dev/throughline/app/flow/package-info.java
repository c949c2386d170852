/** The data-flow log: every step of every turn as one line of JSON, for people who want to see what passes. */
@NullMarked
package dev.throughline.app.flow;

import org.jspecify.annotations.NullMarked;
