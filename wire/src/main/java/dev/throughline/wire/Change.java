package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;

/** One difference between a client's request and the one that is sent. {@link Rewrite} carries it out. */
public sealed interface Change {
    /** Leaves an element of the history out. */
    record Drop(int index) implements Change {}

    /** Puts another element in the place of one. */
    record Replace(int index, Bytes element) implements Change {}

    /**
     * Adds an element behind one, also behind one that is dropped; index -1 is before the first. Several behind the
     * same one keep the order of the changes.
     */
    record InsertAfter(int index, Bytes element) implements Change {}

    /** Puts other bytes in the place of any range of the body that no other change touches. */
    record Splice(Span range, Bytes bytes) implements Change {}
}
