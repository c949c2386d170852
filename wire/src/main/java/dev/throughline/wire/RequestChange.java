package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;

/** One difference between a client's request and the one that is sent. */
public sealed interface RequestChange {
    /** Leaves an element of the history out. */
    record Drop(int index) implements RequestChange {}

    /** Puts another element in the place of one. */
    record ReplaceElement(int index, Bytes element) implements RequestChange {}

    /**
     * Adds an element behind one, also behind one that is dropped; index -1 is before the first. Several behind the
     * same one keep the order of the changes.
     */
    record InsertAfter(int index, Bytes element) implements RequestChange {}

    /** Puts other bytes in the place of any range of the body that no other change touches. */
    record Splice(Span range, Bytes bytes) implements RequestChange {}
}
