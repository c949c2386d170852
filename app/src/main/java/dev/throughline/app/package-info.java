/**
 * Reads configuration and builds the house by hand.
 *
 * <p>{@link dev.throughline.app.Main} hands the command line to {@code command}, where each command is one class. What
 * a user may set is read by {@code config}; what was kept is read by {@code library}, from the files or through the
 * gateway that holds them; {@code api} is the same view over HTTP; {@code run} points an agent at the gateway and
 * starts it.
 */
@NullMarked
package dev.throughline.app;

import org.jspecify.annotations.NullMarked;
