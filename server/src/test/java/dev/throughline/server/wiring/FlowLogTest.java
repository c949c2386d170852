package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.memory.metadata.MetadataSource;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlowLogTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-04-05T06:07:08Z"), ZoneOffset.UTC);

    private static final PriceTable PRICES = new PriceTable(Map.of());

    @TempDir
    private Path folder = Path.of("");

    @Test
    void each_step_is_one_line_and_the_lines_of_a_turn_have_one_name() throws IOException {
        Inbound inbound = inbound(Headers.NONE);
        List<String> lines = log(
                new TurnEvent.Arrived(inbound),
                new TurnEvent.Bypassed(inbound, "store_failed"),
                finished(inbound),
                new TurnEvent.Arrived(inbound(Headers.NONE)));
        assertEquals(4, lines.size());
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "{\"event\":\"incoming_request\",\"time\":\"2026-04-05T06:07:08Z\",\"request\":\"r1\""),
                lines.get(0));
        assertTrue(lines.get(0).endsWith("\"body\":\"the prompt\"}"), lines.get(0));
        assertTrue(lines.get(1).contains("\"request\":\"r1\",\"reason\":\"store_failed\""), lines.get(1));
        assertTrue(lines.get(2).contains("\"event\":\"round_complete\""), lines.get(2));
        assertTrue(lines.get(3).contains("\"request\":\"r2\""), lines.get(3));
    }

    @Test
    void credentials_are_redacted() throws IOException {
        Headers headers =
                Headers.of("Authorization", "Bearer sk-secret", "X-Goog-Api-Key", "sk-secret", "user-agent", "codex");
        String line = log(new TurnEvent.Arrived(inbound(headers))).getFirst();
        assertFalse(line.contains("sk-secret"), line);
        assertTrue(line.contains("\"user-agent\":\"codex\""), line);
        assertTrue(line.contains("?api-key=[redacted]&beta=true"), line);
    }

    @Test
    void only_the_owner_can_read_the_flow_log() throws IOException {
        log(new TurnEvent.Arrived(inbound(Headers.NONE)));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("flow.jsonl"))));
    }

    @Test
    void an_attempt_to_index_a_session_is_logged_with_its_cost() throws IOException {
        SessionRef session = new SessionRef(Tenant.LOCAL, SessionId.of("0198c5a0-0000-7000-8000-000000000001"));
        Path file = folder.resolve("flow.jsonl");
        try (FlowLog log = new FlowLog(file, CLOCK, PRICES)) {
            log.indexed(new IndexAttempt(
                    session,
                    MetadataSource.HELPER_MODEL,
                    Optional.of("gpt-5-mini"),
                    CLOCK.instant(),
                    new Usage(1_000, 500, 0, 20),
                    Optional.of("timeout")));
            log.indexed(new IndexAttempt(
                    session, MetadataSource.RULES, Optional.empty(), CLOCK.instant(), Usage.NONE, Optional.empty()));
        }
        List<String> lines = Files.readAllLines(file);
        assertTrue(
                lines.get(0).contains("\"cost\":1210.0,\"costUsd\":null,\"error\":\"timeout\""),
                "1,000 + 500 × 0.1 + 20 × 8: " + lines.get(0));
        assertTrue(lines.get(1).contains("\"cost\":0.0,\"costUsd\":null,\"error\":null"), lines.get(1));
    }

    private List<String> log(TurnEvent... events) throws IOException {
        Path file = folder.resolve("flow.jsonl");
        try (FlowLog log = new FlowLog(file, CLOCK, PRICES)) {
            for (TurnEvent event : events) {
                log.on(event);
            }
        }
        return Files.readAllLines(file);
    }

    private static TurnEvent finished(Inbound inbound) {
        return new TurnEvent.Finished(
                inbound,
                Optional.empty(),
                Optional.of("store_failed"),
                200,
                Optional.empty(),
                Optional.empty(),
                Exchange.Outcome.COMPLETE,
                Duration.ofMillis(3),
                Duration.ofMillis(9));
    }

    private static Inbound inbound(Headers headers) {
        return new Inbound(
                Tenant.LOCAL,
                ChatDialect.NAME,
                "POST",
                "/v1/chat/completions?api-key=sk-secret&beta=true",
                headers,
                Bytes.of("the prompt"),
                () -> Bytes.of("the prompt"),
                Optional.empty(),
                Instant.EPOCH);
    }
}
