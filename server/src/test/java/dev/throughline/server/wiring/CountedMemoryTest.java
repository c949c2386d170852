package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.memory.metadata.MetadataSource;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.testkit.store.SampleSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountedMemoryTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, SampleSession.ID);

    @Test
    void events_are_counted_and_passed_on() {
        List<String> events = new ArrayList<>();
        Metrics metrics = new Metrics();
        CountedMemory listener = new CountedMemory(metrics, new MemoryListener() {
            @Override
            public void loaded(SessionRef session, String block) {
                events.add("loaded " + block);
            }

            @Override
            public void reading(SessionRef session, List<String> pieces) {
                events.add("reading " + pieces);
            }

            @Override
            public void updated(SessionRef session, List<String> outcomes, boolean isSaved) {
                events.add("updated " + outcomes + " " + isSaved);
            }

            @Override
            public void indexed(IndexAttempt attempt) {
                events.add("indexed " + attempt.source());
            }
        });
        listener.loaded(SESSION, "b");
        listener.reading(SESSION, List.of("p"));
        listener.updated(SESSION, List.of("o"), true);
        listener.indexed(new IndexAttempt(
                SESSION,
                MetadataSource.HELPER_MODEL,
                Optional.of("m"),
                Instant.EPOCH,
                Usage.NONE,
                Optional.of("malformed")));
        assertEquals(List.of("loaded b", "reading [p]", "updated [o] true", "indexed HELPER_MODEL"), events);
        assertTrue(
                metrics.text()
                        .contains("throughline_session_indexes_total{outcome=\"malformed\",source=\"helper_model\"} 1"),
                metrics.text());
    }
}
