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
    private volatile boolean isStuck;
    private volatile boolean isUnflushable;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch writeGate = new CountDownLatch(0);

    @Test
    void a_full_disk_fails_the_append_and_nothing_of_it_stays() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            TestHome.keep(store, ref, ONE);
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
    void what_could_not_be_cut_off_gives_way_to_what_came_later() throws Exception {
        SessionRef ref;
        try (FileStore store = open()) {
            ref = TestHome.session(store, "a");
            TestHome.keep(store, ref, ONE);
            isFull = true;
            isStuck = true;
            assertFailed(TestHome.append(store, ref, TestHome.text("refused"), TestHome.text("too")));
            isFull = false;
            TestHome.keep(store, ref, TWO);
            assertEquals(2, TestHome.segments(home).size());
            TestHome.copy(home, crashed);
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
        }
    }

    @Test
    void a_flush_that_fails_is_told_and_another_segment_is_begun() throws Exception {
        SessionRef ref;
        try (FileStore store = open()) {
            ref = TestHome.session(store, "a");
            TestHome.keep(store, ref, ONE);
            isUnflushable = true;
            Receipt receipt = TestHome.append(store, ref, TWO);
            receipt.written().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            assertFailed(receipt.durable());
            assertFalse(store.health().isWritable());
            isUnflushable = false;
            TestHome.keep(store, ref, ONE);
            assertTrue(store.health().isWritable());
            assertEquals(List.of(ONE, TWO, ONE), TestHome.entries(store, ref));
        }
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(ONE, TWO, ONE), TestHome.entries(store, ref));
        }
    }

    @Test
    void appends_that_wait_for_a_slow_disk_share_its_next_flush_and_are_bounded() throws Exception {
        FileStoreLimits small = new FileStoreLimits(
                32 << 20, 4000, 256 << 20, Duration.ofHours(1), Duration.ofHours(1), 512, 64 << 20, 1000);
        try (FileStore store = new FileStore(home, TestHome.CLOCK, small, this::faulty)) {
            SessionRef ref = TestHome.session(store, "a");
            gate = new CountDownLatch(1);
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
            gate.countDown();
            for (Receipt receipt : receipts) {
                receipt.durable().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            }
            assertEquals(receipts.size(), TestHome.entries(store, ref).size());
            assertEquals(receipts.size() + 1, store.append(lease, List.of(ONE)).lastSequence());
        }
    }

    @Test
    void while_the_flush_stalls_a_turn_goes_on_and_a_reader_is_told_in_time() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            gate = new CountDownLatch(1);
            Receipt receipt = TestHome.append(store, ref, ONE);
            receipt.written().get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS);
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                assertEquals(1, lease.lastSequence());
            }
            assertFalse(receipt.durable().isDone(), "a lease does not wait for the flush");
            TestHome.assertCode("store_failed", () -> TestHome.entries(store, ref));
            gate.countDown();
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
        }
    }

    @Test
    void a_lease_that_the_disk_kept_waiting_leaves_the_session_free() throws Exception {
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
    void code_that_waits_until_it_is_durable_may_use_the_store() throws Exception {
        try (FileStore store = open()) {
            SessionRef ref = TestHome.session(store, "a");
            Receipt receipt = TestHome.append(store, ref, ONE);
            CompletableFuture<List<Entry>> read = receipt.durable().thenApply(done -> TestHome.entries(store, ref));
            assertEquals(List.of(ONE), read.get(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @Test
    void a_record_that_was_written_counts_also_if_a_listener_fails() throws Exception {
        Home at = TestHome.home(home);
        List<AppendBatch> settled = new ArrayList<>();
        Journal journal = new Journal(
                at,
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
        SessionFile session = TestHome.file(at, ref, 0);
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
    void a_record_that_reached_no_file_keeps_its_segment_for_the_next_start() throws Exception {
        Home at = TestHome.home(home);
        Journal journal = new Journal(
                at,
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
        SessionFile session = TestHome.file(at, ref, 0);
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

    private static void await(CountDownLatch gate) throws IOException {
        try {
            assertTrue(gate.await(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** A file on a disk that fails as the test says. */
    private Segment.Output faulty(Path file) throws IOException {
        return new Segment.Output(file) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                JournalTest.await(writeGate);
                if (isFull) {
                    // If the end cannot be cut off either, all of it stays; otherwise the half that fitted.
                    super.write(bytes, offset, isStuck ? length : length / 2);
                    throw new IOException("No space left on device");
                }
                super.write(bytes, offset, length);
            }

            @Override
            void truncate(long size) throws IOException {
                if (isStuck) {
                    throw new IOException("Input/output error");
                }
                super.truncate(size);
            }

            @Override
            void force() throws IOException {
                JournalTest.await(gate);
                if (isUnflushable) {
                    throw new IOException("Input/output error");
                }
                super.force();
            }
        };
    }
}
