package dev.throughline.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts questions and answers on a pair of streams, one message a line, so that the end of the input is told on only
 * when every question has its answer. The SDK drops what it is still working on when its input ends, and
 * {@code printf … | throughline mcp} would print nothing.
 */
final class Ledger {
    /** A tool that takes longer than this after its agent hung up is not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Questions questions;
    private final Answers answers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CountDownLatch ended = new CountDownLatch(1);
    private int open;

    Ledger(InputStream in, OutputStream out) {
        this.questions = new Questions(new BufferedInputStream(in));
        this.answers = new Answers(out);
    }

    InputStream questions() {
        return questions;
    }

    OutputStream answers() {
        return answers;
    }

    /** Waits until the input has ended and all was answered. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    private void count(int more) {
        lock.lock();
        try {
            open += more;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitAnswers() throws IOException {
        lock.lock();
        try {
            long left = PATIENCE.toNanos();
            while (open > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    /** Gives whole lines on, and counts those that want an answer. */
    private final class Questions extends InputStream {
        private final InputStream in;
        private byte[] line = new byte[0];
        private int at;

        Questions(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (at == line.length && !next()) {
                return -1;
            }
            int taken = Math.min(length, line.length - at);
            System.arraycopy(line, at, bytes, offset, taken);
            at += taken;
            return taken;
        }

        private boolean next() throws IOException {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            int letter = in.read();
            while (letter >= 0 && letter != '\n') {
                read.write(letter);
                letter = in.read();
            }
            if (letter < 0 && read.size() == 0) {
                awaitAnswers();
                ended.countDown();
                return false;
            }
            read.write('\n');
            line = read.toByteArray();
            at = 0;
            count(wantsAnswer(read.toString(StandardCharsets.UTF_8)) ? 1 : 0);
            return true;
        }

        /** A notification has no id, and an answer no method. */
        private static boolean wantsAnswer(String message) {
            return message.contains("\"id\"") && message.contains("\"method\"");
        }
    }

    /** Counts the lines that go out. */
    private final class Answers extends OutputStream {
        private final OutputStream out;

        Answers(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int letter) throws IOException {
            write(new byte[] {(byte) letter}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            int lines = 0;
            for (int i = offset; i < offset + length; i++) {
                lines += bytes[i] == '\n' ? 1 : 0;
            }
            count(-lines);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
