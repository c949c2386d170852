/**
 * The history of a request where the client's own history is not what the model has to see: after a reset, what was
 * said before is left out; commands that Throughline answered are left out; and if the gateway holds the history, it
 * is put before the new message.
 */
@NullMarked
package dev.throughline.engine.history;

import org.jspecify.annotations.NullMarked;
