package dev.throughline.gateway.upstream;

import io.netty.buffer.ByteBuf;
import java.io.InputStream;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the reply that is relayed, written by an event loop and read by a virtual thread a little later.
 *
 * <p>The reader is woken when enough waits or when the flow ended, not for every event: a wake-up costs more than an
 * event does. The writer never blocks. Above the limit it stops reading from the upstream, and it is called back
 * when half of the capacity is free again.
 */
final class ReplyCopy extends InputStream {
    private static final int BLOCK_BYTES = 8 << 10;

    private final int limitBytes;
    private final Runnable onCapacity;

    private final ArrayDeque<byte[]> blocks = new ArrayDeque<>();
    private int wakeBytes;
    private int firstOffset;
    private int lastLength = BLOCK_BYTES;
    private int waiting;
    private boolean isFull;
    private boolean isEnded;
    private boolean isClosed;

    /** @param onCapacity called by the reader when there is capacity again after there was none */
    ReplyCopy(int wakeBytes, int limitBytes, Runnable onCapacity) {
        this.wakeBytes = Math.min(wakeBytes, limitBytes);
        this.limitBytes = limitBytes;
        this.onCapacity = onCapacity;
    }

    /** Wakes the reader for every piece from now on, because the client waits for its output. */
    synchronized void wakeAtOnce() {
        wakeBytes = 1;
    }

    /** Copies the readable bytes of a piece; returns whether there is capacity for another one. */
    synchronized boolean append(ByteBuf piece) {
        if (isClosed) {
            return true;
        }
        store(piece);
        if (waiting >= wakeBytes) {
            notifyAll();
        }
        isFull |= waiting >= limitBytes;
        return !isFull;
    }

    private void store(ByteBuf piece) {
        int from = piece.readerIndex();
        int left = piece.readableBytes();
        waiting += left;
        while (left > 0) {
            if (lastLength == BLOCK_BYTES) {
                blocks.add(new byte[BLOCK_BYTES]);
                lastLength = 0;
            }
            int step = Math.min(left, BLOCK_BYTES - lastLength);
            piece.getBytes(from, blocks.getLast(), lastLength, step);
            lastLength += step;
            from += step;
            left -= step;
        }
    }

    /** No more bytes follow. */
    synchronized void end() {
        isEnded = true;
        notifyAll();
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int count;
        boolean hasCapacityAgain;
        synchronized (this) {
            awaitBytes();
            count = waiting == 0 ? -1 : take(into, offset, Math.min(length, waiting));
            hasCapacityAgain = isFull && waiting <= limitBytes / 2;
            isFull &= !hasCapacityAgain;
        }
        if (hasCapacityAgain) {
            onCapacity.run();
        }
        return count;
    }

    /** An interrupt does not end the wait: the flow ends in any case, and the reader must see its end. */
    private synchronized void awaitBytes() {
        boolean isInterrupted = false;
        while (waiting < wakeBytes && !isEnded) {
            try {
                wait();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private int take(byte[] into, int offset, int length) {
        int done = 0;
        while (done < length) {
            byte @Nullable [] first = blocks.peek();
            if (first == null) {
                throw new IllegalStateException("expected " + (length - done) + " more bytes, found no block");
            }
            int step = Math.min(length - done, BLOCK_BYTES - firstOffset);
            System.arraycopy(first, firstOffset, into, offset + done, step);
            done += step;
            firstOffset += step;
            if (firstOffset == BLOCK_BYTES) {
                blocks.remove();
                firstOffset = 0;
            }
        }
        waiting -= length;
        return length;
    }

    synchronized boolean isFull() {
        return isFull;
    }

    /** How many bytes can be read without waiting for the upstream. */
    @Override
    public synchronized int available() {
        return waiting;
    }

    /** The reader needs no more; the reply is relayed without a copy. */
    @Override
    public void close() {
        boolean wasFull;
        synchronized (this) {
            isClosed = true;
            isEnded = true;
            wasFull = isFull;
            isFull = false;
            waiting = 0;
            blocks.clear();
        }
        if (wasFull) {
            onCapacity.run();
        }
    }
}
