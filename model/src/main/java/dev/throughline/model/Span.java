package dev.throughline.model;

import java.util.Arrays;

/** A range of bytes, from {@code start} up to and without {@code end}. */
public record Span(int start, int end) {
    public Span {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("expected 0 <= start <= end, found " + start + ".." + end);
        }
    }

    public int length() {
        return end - start;
    }

    /** The same range, counted from {@code origin}. */
    public Span from(int origin) {
        return new Span(start - origin, end - origin);
    }

    /** The bytes of this range. */
    public byte[] of(byte[] bytes) {
        return Arrays.copyOfRange(bytes, start, end);
    }
}
