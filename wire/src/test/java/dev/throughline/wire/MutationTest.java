package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Fixtures.Fixture;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A damaged request is either read or rejected as unreadable. */
class MutationTest {
    private static final int ROUNDS = 8_000;
    private static final byte[] LIKELY = "{}[]\",:\\0e-nt \u0000\u007f".getBytes(StandardCharsets.UTF_8);

    @Test
    void a_damaged_body_is_read_or_rejected_as_unreadable() {
        long seed = 99_173_205L;
        Random random = new Random(seed);
        List<Fixture> fixtures = Fixtures.all();
        int readable = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Fixture fixture = fixtures.get(random.nextInt(fixtures.size()));
            byte[] damaged = damage(fixture.body().toArray(), random);
            try {
                readable += Reading.isWhole(fixture.wire(), Bytes.of(damaged)) ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + " round " + round + " " + fixture + ": "
                                + Bytes.of(damaged).utf8(),
                        e);
            }
        }
        assertTrue(readable > ROUNDS / 20, "too few bodies were readable: " + readable);
        assertFalse(readable == ROUNDS);
    }

    private static byte[] damage(byte[] body, Random random) {
        byte[] damaged = body;
        for (int remaining = random.nextInt(3); remaining >= 0 && damaged.length > 0; remaining--) {
            int at = random.nextInt(damaged.length);
            int length =
                    random.nextInt(30) == 0 ? damaged.length - at : Math.min(damaged.length - at, random.nextInt(40));
            byte[] likely = {LIKELY[random.nextInt(LIKELY.length)]};
            damaged = switch (random.nextInt(7)) {
                case 0 -> spliced(damaged, at, at + 1, new byte[] {(byte) (damaged[at] ^ (1 << random.nextInt(8)))});
                case 1 -> spliced(damaged, at, at, likely);
                case 2 -> spliced(damaged, at, at + 1, new byte[0]);
                case 3 -> spliced(damaged, at, at + 1, likely);
                case 4 -> spliced(damaged, at, at + length, new byte[0]);
                case 5 -> spliced(damaged, at, at, Arrays.copyOfRange(damaged, at, at + length));
                default -> random.nextInt(4) == 0 ? Arrays.copyOf(damaged, at) : damaged;
            };
        }
        return damaged;
    }

    private static byte[] spliced(byte[] body, int start, int end, byte[] instead) {
        byte[] result = new byte[body.length - (end - start) + instead.length];
        System.arraycopy(body, 0, result, 0, start);
        System.arraycopy(instead, 0, result, start, instead.length);
        System.arraycopy(body, end, result, start + instead.length, body.length - end);
        return result;
    }

    /** Reads a body as far as it can be read, and checks that every span lies assertInside it. */
    static final class Reading {
        private Reading() {}

        static boolean isWhole(Wire wire, Bytes body) {
            Request request;
            try {
                request = wire.decode(body);
            } catch (UnreadableException e) {
                return false;
            }
            request.tools().forEach(span -> assertInside(span, 0, body.length()));
            request.system().forEach(span -> assertInside(span, 0, body.length()));
            int from = 0;
            for (Span element : request.history()) {
                assertInside(element, from, body.length());
                from = element.end();
                List<Item> items = wire.itemise(body, element);
                assertFalse(items.isEmpty());
                for (Item item : items) {
                    assertInside(item.raw(), element.start(), element.end());
                    wire.text(body, item);
                }
            }
            wire.validate(request);
            return true;
        }

        private static void assertInside(Span span, int start, int end) {
            assertTrue(start <= span.start() && span.start() < span.end() && span.end() <= end, span.toString());
        }
    }
}
