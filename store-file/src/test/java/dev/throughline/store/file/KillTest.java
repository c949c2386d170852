package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed at any moment loses nothing that it acknowledged, and leaves no partial append. */
final class KillTest {
    private static final int ROUNDS = 6;

    @TempDir
    Path home;

    /** The newest acknowledged sequence of each session, by its key. */
    private final Map<String, Long> acknowledged = new HashMap<>();

    @Test
    void nothing_acknowledged_is_lost_when_the_process_is_killed() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("kills with seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            killAfter(1 + random.nextInt(600));
            if (round == ROUNDS / 2) {
                killDuringReplay(random);
            }
            check("seed " + seed + ", round " + round);
        }
    }

    private void killAfter(int acknowledgements) throws Exception {
        Process child = start(KillChild.APPEND);
        try (BufferedReader output = child.inputReader()) {
            for (int i = 0; i < acknowledgements; i++) {
                note(output.readLine());
            }
            child.toHandle().destroyForcibly();
            // Lines printed before the kill count too; the last line may be incomplete.
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.endsWith(".")) {
                    note(line);
                }
            }
        }
        assertTrue(child.waitFor(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
    }

    private void killDuringReplay(Random random) throws Exception {
        for (int i = 0; i < 3; i++) {
            Process child = start(KillChild.OPEN);
            try (BufferedReader output = child.inputReader()) {
                assertEquals("opening", output.readLine());
                // The child never ends by itself: this timeout is the time it has for its replay.
                child.waitFor(random.nextInt(120), TimeUnit.MILLISECONDS);
                child.toHandle().destroyForcibly();
            }
            assertTrue(child.waitFor(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        }
    }

    private void note(String line) {
        String[] words = line.split(" ", -1);
        assertEquals("ack", words[0], line);
        acknowledged.merge(words[1], Long.parseLong(words[2]), Math::max);
    }

    private void check(String context) throws IOException {
        try (FileStore store = TestHome.open(home)) {
            Map<String, Long> found = new HashMap<>();
            Optional<String> next = Optional.empty();
            do {
                StorePage<SessionCard> page = store.sessions(Tenant.LOCAL, next, 5);
                for (SessionCard card : page.items()) {
                    found.put(card.key().text(), checkSession(store, card, context));
                }
                next = page.next();
            } while (next.isPresent());
            acknowledged.forEach((key, sequence) ->
                    assertTrue(found.getOrDefault(key, 0L) >= sequence, context + ": " + key + " lost " + sequence));
            assertEquals(0, store.damage().size(), () -> context + ": " + store.damage());
        }
    }

    /** Checks all entries of a session, each of which names its append. Returns the number of entries. */
    private static long checkSession(FileStore store, SessionCard card, String context) {
        SessionRef ref = card.ref();
        long last = 0;
        long endOfBatch = 0;
        Optional<String> next = Optional.of("0");
        while (next.isPresent()) {
            StorePage<ArchivedEntry> page = store.entries(ref, Long.parseLong(next.get()), 1000);
            for (ArchivedEntry archived : page.items()) {
                assertEquals(last + 1, archived.sequence(), context);
                last = archived.sequence();
                String text = ((Entry.Source) archived.entry()).bytes().utf8();
                String[] fields = text.split("[:,}]", -1);
                long first = Long.parseLong(fields[1]);
                int count = Integer.parseInt(fields[3]);
                assertEquals(KillChild.entry(first, count, (int) (last - first)), archived.entry(), context);
                assertTrue(first == last ? last == endOfBatch + 1 : first <= endOfBatch, context);
                endOfBatch = first + count - 1;
            }
            next = page.next();
        }
        assertEquals(endOfBatch, last, context + ": a partial append in " + card.key());
        return last;
    }

    private Process start(String task) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KillChild.class.getName(),
                        task,
                        home.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
