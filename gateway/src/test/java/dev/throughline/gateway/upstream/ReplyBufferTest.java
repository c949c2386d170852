package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ReplyBufferTest {
    private static ByteBuf piece(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    @Test
    void a_single_piece_is_not_copied() {
        ReplyBuffer batch = new ReplyBuffer();
        ByteBuf piece = piece("one");
        batch.add(piece);
        assertEquals(2, piece.refCnt());
        assertSame(piece, batch.take());
        assertNull(batch.take());
        assertEquals(0, batch.length());
    }

    @Test
    void several_pieces_are_joined_and_released() {
        ReplyBuffer batch = new ReplyBuffer();
        ByteBuf first = piece("one");
        batch.add(first);
        batch.add(piece(""));
        batch.add(piece("two"));
        batch.add(piece("three"));
        assertEquals(1, first.refCnt());
        assertEquals(11, batch.length());
        assertEquals("onet", new String(batch.first(4), StandardCharsets.UTF_8));
        assertEquals("onetwothree", new String(batch.first(100), StandardCharsets.UTF_8));
        batch.release();
        assertEquals(0, batch.first(4).length);
    }

    @Test
    void copying_does_not_remove_bytes() {
        ReplyBuffer batch = new ReplyBuffer();
        ReplyCopy copy = new ReplyCopy(1, 100, () -> {});
        batch.copyTo(copy);
        batch.add(piece("one"));
        batch.copyTo(copy);
        assertEquals(3, copy.available());
        assertEquals(3, batch.length());
    }
}
