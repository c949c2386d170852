package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.model.Bytes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * The path that a session's newest request took, element by element, so that the next request, which begins with the
 * same elements, finds its place without taking them apart again.
 *
 * <p>An element is recognised by a 128-bit fingerprint of its raw bytes: one fast read over the body in place of
 * parsing, normalising and SHA-256. The seed is random in each process, so nobody can prepare two elements with one
 * fingerprint; by accident it takes 2<sup>64</sup> of them. An element that was resent in other clothes has another
 * fingerprint and is looked at in full. Not safe for use by many threads; its session's lease guards it.
 */
final class Trail {
    private static final Hasher128 FINGERPRINT = Hashing.xxh3_128(new SecureRandom().nextLong());

    private final List<Recorded.Step> steps = new ArrayList<>();

    int size() {
        return steps.size();
    }

    Recorded.Step step(int index) {
        return steps.get(index);
    }

    /** All of it, as it is now. */
    List<Recorded.Step> steps() {
        return List.copyOf(steps);
    }

    /** Whether the element at this place of the path has exactly these bytes. */
    boolean matches(int index, HashValue128 fingerprint) {
        return index < steps.size() && steps.get(index).fingerprint().equals(fingerprint);
    }

    /** Keeps the first steps of the path and goes on with others. */
    void follow(int kept, List<Recorded.Step> others) {
        steps.subList(kept, steps.size()).clear();
        steps.addAll(others);
    }

    static HashValue128 fingerprint(Bytes element) {
        return FINGERPRINT.hashBytesTo128Bits(element.array(), element.offset(), element.length());
    }
}
