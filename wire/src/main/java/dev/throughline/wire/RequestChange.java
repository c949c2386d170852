package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;

/** One difference between a client's request and the one that is sent. */
public sealed interface RequestChange {
    record Drop(int index) implements RequestChange {}

    record ReplaceElement(int index, Bytes element) implements RequestChange {}

    /**
     * Adds an element after another one, also after a dropped one; index -1 is before the first. Several elements after
     * the same one keep the order of the changes.
     */
    record InsertAfter(int index, Bytes element) implements RequestChange {}

    /** Replaces a range of the body that no other change touches. */
    record Splice(Span range, Bytes bytes) implements RequestChange {}
}
