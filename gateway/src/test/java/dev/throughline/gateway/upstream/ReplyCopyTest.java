package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ReplyCopyTest {
    private static ByteBuf bytes(int length) {
        return Unpooled.wrappedBuffer(new byte[length]);
    }

    @Test
    void appended_bytes_are_read_unchanged_for_any_piece_size() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] all = new byte[2 << 20];
        random.nextBytes(all);
        Semaphore freeSpace = new Semaphore(0);
        ReplyCopy copy = new ReplyCopy(32 << 10, 128 << 10, freeSpace::release);
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] piece = new byte[10_000];
            for (int n = copy.read(piece, 0, 7777); n >= 0; n = copy.read(piece, 0, 7777)) {
                out.write(piece, 0, n);
            }
            return out.toByteArray();
        });
        int at = 0;
        while (at < all.length) {
            int length = Math.min(all.length - at, 1 + random.nextInt(50_000));
            boolean hasRoom = copy.append(Unpooled.wrappedBuffer(all, at, length));
            at += length;
            if (!hasRoom) {
                assertTrue(freeSpace.tryAcquire(30, TimeUnit.SECONDS));
            }
        }
        copy.end();
        assertArrayEquals(all, read.get(30, TimeUnit.SECONDS));
    }

    @Test
    void a_reader_is_woken_when_enough_bytes_wait_or_at_the_end() throws Exception {
        ReplyCopy copy = new ReplyCopy(100, 1000, () -> {});
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> copy.read(new byte[1000], 0, 1000));
        copy.append(bytes(60));
        copy.append(bytes(60));
        assertEquals(120, first.get(30, TimeUnit.SECONDS));
        copy.append(bytes(5));
        copy.end();
        assertEquals(0, copy.read());
        assertEquals(4, copy.read(new byte[10], 0, 10));
        assertEquals(-1, copy.read());
    }

    @Test
    void with_wake_at_once_a_reader_is_woken_by_one_byte() throws Exception {
        ReplyCopy copy = new ReplyCopy(100, 1000, () -> {});
        copy.wakeAtOnce();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> copy.read(new byte[1000], 0, 1000));
        copy.append(bytes(1));
        assertEquals(1, first.get(30, TimeUnit.SECONDS));
    }

    @Test
    void free_space_is_announced_once_when_half_of_the_buffer_is_free() {
        AtomicInteger announced = new AtomicInteger();
        ReplyCopy copy = new ReplyCopy(10, 100, announced::incrementAndGet);
        assertTrue(copy.append(bytes(99)));
        assertFalse(copy.append(bytes(1)));
        assertTrue(copy.isFull());
        copy.read(new byte[40], 0, 40);
        assertEquals(0, announced.get());
        copy.read(new byte[40], 0, 40);
        copy.read(new byte[5], 0, 5);
        assertEquals(1, announced.get());
        assertFalse(copy.isFull());
        assertEquals(15, copy.available());
    }

    @Test
    void a_closed_copy_no_longer_limits_the_transfer() {
        AtomicInteger announced = new AtomicInteger();
        ReplyCopy copy = new ReplyCopy(10, 100, announced::incrementAndGet);
        assertFalse(copy.append(bytes(200)));
        copy.close();
        assertEquals(1, announced.get());
        assertTrue(copy.append(bytes(200)));
        assertEquals(-1, copy.read());
    }
}
