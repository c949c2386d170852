package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.model.Bytes;
import dev.throughline.wire.Request;
import java.security.SecureRandom;
import java.util.List;

/**
 * A 128-bit hash of the raw bytes of an element, to recognise it without parsing, normalising and a SHA-256 hash. The
 * seed is random in each process, so nobody can prepare two elements with the same fingerprint. An element that is
 * resent in another form has another fingerprint.
 */
public final class Fingerprint {
    private static final Hasher128 HASHER = Hashing.xxh3_128(new SecureRandom().nextLong());

    private Fingerprint() {}

    public static HashValue128 of(Bytes element) {
        return HASHER.hashBytesTo128Bits(element.array(), element.offset(), element.length());
    }

    /** The fingerprints of the elements of a history. */
    public static List<HashValue128> ofHistory(Request request) {
        return request.history().stream()
                .map(element -> of(request.raw(element)))
                .toList();
    }
}
