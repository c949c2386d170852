/**
 * Edits: the only way in which a prompt differs from what the client sent.
 *
 * <p>A policy makes a {@link dev.throughline.workingset.edit.Decision}; the engine stores its edits before it uses them
 * and adds them to the session's {@link dev.throughline.workingset.edit.EditLog}. What is sent is a pure function of
 * the client's chain and that log.
 */
@NullMarked
package dev.throughline.workingset.edit;

import org.jspecify.annotations.NullMarked;
