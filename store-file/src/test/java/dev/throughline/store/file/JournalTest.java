package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {
    private static final Entry ONE = TestHome.text("1");
    private static final Entry TWO = TestHome.text("2");

    @TempDir
    Path home;

    @TempDir
    Path crashed;

    private volatile boolean isFull;
    private volatile boolean failsToTruncate;
    private volatile boolean failsToFlush;
    private volatile CountDownLatch flushGate = new CountDownLatch(0);
    private volatile CountDownLatch writeGate = new CountDownLatch(0);

    @Test
    void an_append_to_a_full_disk_fails_and_leaves_nothing_behind() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE);
            isFull = true;
            assertFailed(TestHome.append(store, ref, TestHome.text("lost")));
            assertFalse(store.health().isWritable());
            assertTrue(
                    store.health().detail().contains("No space left"),
                    store.health().detail());
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
            TestHome.assertCode("store_failed", () -> TestHome.session(store, "b"));
            isFull = false;
            assertEquals(2, TestHome.append(store, ref, TWO).lastSequence());
            assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
            assertEquals(new Store.Health(true, "ok"), store.health());
            TestHome.copy(home, crashed);
            TestHome.session(store, "b");
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertEquals(
                    1, store.sessions(Tenant.LOCAL, Optional.empty(), 9).items().size());
            assertEquals(List.of(), store.damage());
        }
    }

    @Test
    void a_failed_append_that_could_not_be_truncated_is_replaced_by_the_next_append() throws Exception {
        SessionRef ref;
        try (FileStore store = open()) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE);
            isFull = true;
            failsToTruncate = true;
            assertFailed(TestHome.append(store, ref, TestHome.text("refused"), TestHome.text("too")));
            isFull = false;
            TestHome.appendDurably(store, ref, TWO);
            assertEquals(2, TestHome.segments(home).size());
            TestHome.copy(home, crashed);
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
        }
    }

    @Test
    void a_failed_flush_is_reported_and_the_next_append_succeeds() throws Exception {
        SessionRef ref;
        try (FileStore store = open()) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE);
            failsToFlush = true;
            Receipt receipt = TestHome.append(store, ref, TWO);
            receipt.written().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            assertFailed(receipt.durable());
            assertFalse(store.health().isWritable());
            failsToFlush = false;
            TestHome.appendDurably(store, ref, ONE);
            assertTrue(store.health().isWritable());
            assertEquals(List.of(ONE, TWO, ONE), TestHome.entries(store, ref));
        }
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(ONE, TWO, ONE), TestHome.entries(store, ref));
        }
    }

    @Test
    void appends_waiting_for_a_slow_disk_are_limited_and_become_durable_together() throws Exception {
        FileStoreLimits small = new FileStoreLimits(
                32 << 20, 4000, 256 << 20, Duration.ofHours(1), Duration.ofHours(1), 512, 64 << 20, 1000);
        try (FileStore store = new FileStore(home, TestHome.CLOCK, small, this::faulty)) {
            SessionRef ref = TestHome.session(store, "a");
            flushGate = new CountDownLatch(1);
            Store.Lease lease = store.lease(ref, TestHome.SOON);
            List<Receipt> receipts = new ArrayList<>();
            ProxyException refused = assertThrows(ProxyException.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    receipts.add(store.append(lease, List.of(TestHome.text("x".repeat(100)))));
                }
            });
            assertTrue(refused.toString().contains("falling behind"), refused.toString());
            assertEquals("store_failed", refused.code());
            assertTrue(receipts.size() > 10, "only " + receipts.size() + " were taken");
            flushGate.countDown();
            for (Receipt receipt : receipts) {
                receipt.durable().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            }
            assertEquals(receipts.size(), TestHome.entries(store, ref).size());
            assertEquals(receipts.size() + 1, store.append(lease, List.of(ONE)).lastSequence());
        }
    }

    @Test
    void while_a_flush_stalls_leases_are_granted_and_reads_fail_after_a_timeout() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            flushGate = new CountDownLatch(1);
            Receipt receipt = TestHome.append(store, ref, ONE);
            receipt.written().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                assertEquals(1, lease.lastSequence());
            }
            assertFalse(receipt.durable().isDone(), "a lease does not wait for the flush");
            TestHome.assertCode("store_failed", () -> TestHome.entries(store, ref));
            flushGate.countDown();
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
        }
    }

    @Test
    void an_interrupted_wait_for_a_lease_leaves_the_session_unlocked() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            writeGate = new CountDownLatch(1);
            TestHome.append(store, ref, ONE);
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread waiting = Thread.ofPlatform().start(() -> {
                try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                    thrown.completeExceptionally(new AssertionError("expected no lease, found " + lease));
                } catch (ProxyException e) {
                    thrown.complete(e);
                }
            });
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            waiting.interrupt();
            assertTrue(thrown.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS) instanceof ProxyException);
            writeGate.countDown();
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                assertEquals(1, lease.lastSequence());
            }
        }
    }

    @Test
    void a_callback_of_a_durable_append_can_use_the_store() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            Receipt receipt = TestHome.append(store, ref, ONE);
            CompletableFuture<List<Entry>> read = receipt.durable().thenApply(done -> TestHome.entries(store, ref));
            assertEquals(List.of(ONE), read.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void a_record_is_durable_even_if_a_listener_fails() throws Exception {
        Home testHome = TestHome.home(home);
        List<AppendBatch> settled = new ArrayList<>();
        Journal journal = new Journal(
                testHome,
                TestHome.LAZY,
                Segment.Output::new,
                new Journal.JournalListeners(
                        batch -> {
                            throw new IllegalStateException("a bug");
                        },
                        settled::add,
                        () -> {}));
        journal.start(List.of(), 1);
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1)));
        SessionFile session = TestHome.file(testHome, ref, 0);
        AppendBatch first = AppendBatch.of(session, List.of(ONE));
        journal.append(first);
        first.durable.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
        AppendBatch second = AppendBatch.of(session, List.of(TWO));
        journal.append(second);
        second.durable.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
        journal.close();
        assertEquals(List.of(1L, 2L), List.of(first.first, second.first));
        assertEquals(List.of(first, second), settled);
    }

    @Test
    void a_segment_with_a_record_that_reached_no_session_file_is_kept() throws Exception {
        Home testHome = TestHome.home(home);
        Journal journal = new Journal(
                testHome,
                TestHome.LAZY,
                Segment.Output::new,
                new Journal.JournalListeners(
                        batch -> {},
                        batch -> {
                            throw new OutOfMemoryError("a test");
                        },
                        () -> {}));
        journal.start(List.of(), 1);
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1)));
        SessionFile session = TestHome.file(testHome, ref, 0);
        AppendBatch batch = AppendBatch.of(session, List.of(ONE));
        journal.append(batch);
        batch.durable.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
        journal.close();
        assertEquals(List.of(), journal.sealed());
        assertEquals(1, TestHome.segments(home).size());
    }

    private FileStore open() {
        return new FileStore(home, TestHome.CLOCK, TestHome.LAZY, this::faulty);
    }

    private static void assertFailed(Receipt receipt) {
        assertFailed(receipt.written());
        assertFailed(receipt.durable());
    }

    private static void assertFailed(CompletableFuture<Void> promise) {
        ExecutionException thrown =
                assertThrows(ExecutionException.class, () -> promise.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        assertTrue(
                thrown.getCause() instanceof ProxyException failure
                        && failure.code().equals("store_failed"),
                "" + thrown);
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            assertTrue(latch.await(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** A file on a disk that fails as the fields of this test say. */
    private Segment.Output faulty(Path file) throws IOException {
        return new Segment.Output(file) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                JournalTest.await(writeGate);
                if (isFull) {
                    // If truncating fails too, all bytes are written; otherwise the half that fits.
                    super.write(bytes, offset, failsToTruncate ? length : length / 2);
                    throw new IOException("No space left on device");
                }
                super.write(bytes, offset, length);
            }

            @Override
            void truncate(long size) throws IOException {
                if (failsToTruncate) {
                    throw new IOException("Input/output error");
                }
                super.truncate(size);
            }

            @Override
            void force() throws IOException {
                JournalTest.await(flushGate);
                if (failsToFlush) {
                    throw new IOException("Input/output error");
                }
                super.force();
            }
        };
    }
}
