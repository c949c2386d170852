package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OrtException;
import org.junit.jupiter.api.Test;

final class NativeCallsTest {
    private final NativeCalls calls = new NativeCalls();

    @Test
    void a_call_has_more_stack_than_the_thread_that_makes_it() throws Exception {
        int[] caller = new int[1];
        Thread small = new Thread(null, () -> caller[0] = depth(), "small", 256 << 10);
        small.start();
        small.join();
        assertTrue(calls.call(NativeCallsTest::depth) > 8 * caller[0]);
    }

    /** How many calls fit on the stack of this thread. */
    private static int depth() {
        int[] depth = new int[1];
        try {
            descend(depth, Integer.MAX_VALUE);
        } catch (StackOverflowError e) {
            return depth[0];
        }
        return 0;
    }

    private static void descend(int[] depth, int most) {
        depth[0]++;
        if (depth[0] < most) {
            descend(depth, most);
        }
    }

    @Test
    void what_a_call_throws_reaches_the_caller() {
        assertThrows(
                OrtException.class,
                () -> calls.call(() -> {
                    throw new OrtException("broken");
                }));
        assertThrows(
                UnsatisfiedLinkError.class,
                () -> calls.call(() -> {
                    throw new UnsatisfiedLinkError("missing");
                }));
    }

    @Test
    void an_interrupted_caller_gets_its_result_and_stays_interrupted() throws Exception {
        Thread.currentThread().interrupt();
        assertEquals(7, calls.call(() -> 7));
        assertTrue(Thread.interrupted());
    }
}
