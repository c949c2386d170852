package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** Bytes in, a reply out: the same reply wherever the bytes are split, and no exception whatever they are. */
public record ReplyPlaybook(Supplier<ReplyReader> reader, Bytes fed) {
    private static final int RANDOM_SPLITS = 200;

    /** A playbook of lines, joined by line feeds. */
    public static ReplyPlaybook of(Supplier<ReplyReader> reader, String... lines) {
        return new ReplyPlaybook(reader, Bytes.of(String.join("\n", lines)));
    }

    /** Feeds all at once, at every split in two, byte by byte, and at random splits: always the same reply. */
    public void expect(Reply expected) {
        byte[] all = fed.toArray();
        assertEquals(expected, read(all, all.length));
        for (int at = 0; at <= all.length; at++) {
            ReplyReader split = reader.get();
            feed(split, all, 0, at);
            feed(split, all, at, all.length - at);
            assertEquals(expected, split.finish(), "split at " + at);
        }
        assertEquals(expected, read(all, 1), "byte by byte");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < RANDOM_SPLITS; round++) {
            ReplyReader split = reader.get();
            for (int at = 0; at < all.length; ) {
                int count = Math.min(all.length - at, 1 + random.nextInt(1 + all.length / 2));
                feed(split, all, at, count);
                at += count;
            }
            assertEquals(expected, split.finish(), "seed " + seed + ", round " + round);
        }
    }

    /**
     * Changes, drops, doubles and cuts bytes at random. A reader that throws fails the test, and the seed is printed.
     */
    public void survivesMutations(int rounds) {
        long seed = System.nanoTime();
        System.out.println("mutations of " + reader.get().getClass().getSimpleName() + ": seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            read(mutate(fed.toArray(), random), 1 + random.nextInt(fed.length()));
        }
    }

    private Reply read(byte[] bytes, int step) {
        ReplyReader whole = reader.get();
        for (int at = 0; at < bytes.length; at += step) {
            feed(whole, bytes, at, Math.min(step, bytes.length - at));
        }
        return whole.finish();
    }

    /** Feeds a copy that is overwritten afterwards, to detect a reader that keeps the array. */
    private static void feed(ReplyReader reader, byte[] bytes, int offset, int length) {
        byte[] lent = new byte[length + 2];
        System.arraycopy(bytes, offset, lent, 1, length);
        reader.feed(lent, 1, length);
        Arrays.fill(lent, (byte) '#');
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        byte[] changed = bytes;
        for (int change = 0; change <= random.nextInt(4); change++) {
            int at = random.nextInt(changed.length + 1);
            int count = Math.min(changed.length - at, random.nextInt(12));
            byte[] filling = new byte[random.nextInt(6)];
            random.nextBytes(filling);
            if (random.nextBoolean()) {
                String signs = "{}[]\",:\n\r 0-ntf\\u";
                for (int i = 0; i < filling.length; i++) {
                    filling[i] = (byte) signs.charAt(random.nextInt(signs.length()));
                }
            }
            byte[] next = new byte[changed.length - count + filling.length];
            System.arraycopy(changed, 0, next, 0, at);
            System.arraycopy(filling, 0, next, at, filling.length);
            System.arraycopy(changed, at + count, next, at + filling.length, changed.length - at - count);
            changed = next;
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(changed, random.nextInt(changed.length + 1)) : changed;
    }

    /** Short for {@code Optional.of(text)}. */
    public static Optional<String> some(String text) {
        return Optional.of(text);
    }
}
