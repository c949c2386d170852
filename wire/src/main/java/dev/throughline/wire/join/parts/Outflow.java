package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.wire.RawJson;

/** What is on its way to the client. */
public final class Outflow {
    private static final String END_OF_EVENT = "\n\n";

    private RawJson bytes = new RawJson();
    private boolean isOpen;

    /** Sends bytes; an event that was left without its end before them is ended first. */
    public void send(Bytes more) {
        if (isOpen) {
            bytes.add(END_OF_EVENT);
            isOpen = false;
        }
        bytes.add(more);
    }

    int length() {
        return bytes.length();
    }

    /** What was sent last lacks the blank line that ends an event. */
    void leaveOpen() {
        isOpen = true;
    }

    Bytes drain() {
        if (bytes.isEmpty()) {
            return Bytes.EMPTY;
        }
        Bytes drained = bytes.toBytes();
        bytes = new RawJson();
        return drained;
    }
}
