/**
 * A model API that is played from a recording, at the end of a real road.
 *
 * <p>{@link dev.throughline.replay.played.PlayedModel} validates each request, refuses it above the window, bills it
 * and answers. A request is <em>main</em> when it ends as the session's current turn ends; it gets the recorded answer.
 * Everything else is <em>auxiliary</em>: it gets a short answer and is charged to its session. The answers are written
 * as the providers write them, by one class per dialect; {@link dev.throughline.replay.played.Heard} reads them back as
 * a client does.
 */
@NullMarked
package dev.throughline.replay.played;

import org.jspecify.annotations.NullMarked;
