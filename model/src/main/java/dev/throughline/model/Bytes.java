package dev.throughline.model;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Exact bytes as received: a read-only view of a range of an array, compared by content.
 *
 * <p>The array is shared, not copied: whoever hands one over does not write to it again. {@link #compact()} gives a
 * view that keeps no larger array alive.
 */
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int length;

    private Bytes(byte[] array, int offset, int length) {
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    /** A view of the whole array. */
    public static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    /** A view of a range of the array. */
    public static Bytes of(byte[] array, Span span) {
        if (span.end() > array.length) {
            throw new IllegalArgumentException("expected a range within " + array.length + " bytes, found " + span);
        }
        return new Bytes(array, span.start(), span.length());
    }

    /** A text as UTF-8. */
    public static Bytes of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** A range of this view. */
    public Bytes slice(Span span) {
        if (span.end() > length) {
            throw new IllegalArgumentException("expected a range within " + length + " bytes, found " + span);
        }
        return new Bytes(array, offset + span.start(), span.length());
    }

    /** The shared array; this view starts at {@link #offset()}. Not to be written to. */
    public byte[] array() {
        return array;
    }

    public int offset() {
        return offset;
    }

    /** A copy of exactly these bytes. */
    public byte[] toArray() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** The same bytes, backed by an array that holds nothing else. */
    public Bytes compact() {
        return length == array.length ? this : of(toArray());
    }

    /** These bytes read as UTF-8; what is not UTF-8 becomes a replacement character. */
    public String utf8() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    public InputStream stream() {
        return new ByteArrayInputStream(array, offset, length);
    }

    public Hash hash() {
        return Hash.of(array, offset, length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that
                && Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return length <= 200 ? utf8() : slice(new Span(0, 200)).utf8() + "… (" + length + " bytes)";
    }
}
