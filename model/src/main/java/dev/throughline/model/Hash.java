package dev.throughline.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A content hash, which names bytes: {@code s2:} and 32 letters.
 *
 * <p>{@code s2} stands for the derivation: SHA-256, its first 160 bits, in base 32 (RFC 4648 alphabet, lower case, no
 * padding). 160 bits make an accidental collision less likely than a fault of the memory that holds them, and 35
 * characters still fit in a line that a person reads. SHA-256 and not BLAKE2, because the JDK computes it with the
 * processor's own instructions.
 */
public record Hash(String text) implements Comparable<Hash> {
    private static final String PREFIX = "s2:";
    private static final int BYTES = 20;
    private static final int LETTERS = 32;
    private static final char[] ALPHABET = "abcdefghijklmnopqrstuvwxyz234567".toCharArray();
    private static final MessageDigest UNUSED = unused();

    public Hash {
        if (!text.startsWith(PREFIX) || text.length() != PREFIX.length() + LETTERS) {
            throw new IllegalArgumentException("expected a hash like s2:<32 letters>, found '" + text + "'");
        }
    }

    /** The hash of a whole array. */
    public static Hash of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** The hash of {@code length} bytes from {@code offset} on. */
    public static Hash of(byte[] bytes, int offset, int length) {
        MessageDigest digest = digest();
        digest.update(bytes, offset, length);
        return of(digest);
    }

    /** The hash of a text, as UTF-8. */
    public static Hash of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of what was fed to a digest from {@link #digest()}; resets the digest. */
    public static Hash of(MessageDigest digest) {
        byte[] sum = digest.digest();
        char[] letters = new char[PREFIX.length() + LETTERS];
        PREFIX.getChars(0, PREFIX.length(), letters, 0);
        int at = PREFIX.length();
        for (int i = 0; i < BYTES; i += 5) {
            long forty = (sum[i] & 0xffL) << 32
                    | (sum[i + 1] & 0xffL) << 24
                    | (sum[i + 2] & 0xffL) << 16
                    | (sum[i + 3] & 0xffL) << 8
                    | (sum[i + 4] & 0xffL);
            for (int shift = 35; shift >= 0; shift -= 5) {
                letters[at++] = ALPHABET[(int) (forty >>> shift) & 31];
            }
        }
        return new Hash(new String(letters));
    }

    /** A fresh digest of the algorithm behind {@code s2}: a clone, since asking for one by name costs a search. */
    public static MessageDigest digest() {
        try {
            return (MessageDigest) UNUSED.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every Java platform's SHA-256 can be cloned, this one's cannot", e);
        }
    }

    private static MessageDigest unused() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256, this one does not", e);
        }
    }

    /** The id of the node that follows {@code parent} in a chain and contains {@code item}. */
    public static Hash node(Hash parent, Hash item) {
        return of(parent.text + item.text);
    }

    /** The first eight letters: the short form that people type. */
    public String handle() {
        return text.substring(PREFIX.length(), PREFIX.length() + 8);
    }

    @Override
    public int compareTo(Hash other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
