package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.answer.ReplyPosition;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.ReceivedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The helper model writes a summary when the history is full; if it fails, the turn is as without a helper. */
final class SummaryTest {
    private static final int FILE = 6_000;
    private static final int STEPS = 9;
    private static final String NOTES = "1. Request: read all the files. 9. Next step: go on with File9.";
    private static final Answer GOOD = Answer.text("<analysis>hm</analysis>\n<summary>\n" + NOTES + "\n</summary>");

    @TempDir
    private Path home = Path.of("");

    /** Ways in which a helper model can fail. */
    enum HelperFailure {
        TIMEOUT(
                SummaryGateway.HelperKind.SESSION,
                _ -> GOOD.stalled(new ReplyPosition.BeforeHeaders(), new CompletableFuture<>())),
        STALL(
                SummaryGateway.HelperKind.SESSION,
                _ -> GOOD.stalled(new ReplyPosition.AfterEvents(2), new CompletableFuture<>())),
        CUT(SummaryGateway.HelperKind.SESSION, _ -> GOOD.cutAfterEvents(3, Delivery.Manner.RESET)),
        NO_SUMMARY(SummaryGateway.HelperKind.SESSION, _ -> Answer.text("I would rather call a tool.")),
        CALL(SummaryGateway.HelperKind.SESSION, _ -> Answer.call("Read", "{\"file_path\":\"/etc/passwd\"}")),
        EMPTY(SummaryGateway.HelperKind.SESSION, _ -> Answer.text("<summary>  </summary>")),
        TOO_LONG(
                SummaryGateway.HelperKind.SESSION,
                _ -> Answer.text("<summary>" + "blah ".repeat(8_000) + "</summary>")),
        STATUS_500(SummaryGateway.HelperKind.SESSION, _ -> Answer.error(500, "api_error", "Internal server error")),
        STATUS_401(SummaryGateway.HelperKind.SESSION, _ -> Answer.error(401, "authentication_error", "no")),
        UNREACHABLE(SummaryGateway.HelperKind.UNREACHABLE, _ -> GOOD),
        GARBAGE_THRICE(SummaryGateway.HelperKind.PROVIDER, _ -> Answer.text("not JSON at all")),
        LIES_IN_SHAPE(SummaryGateway.HelperKind.PROVIDER, _ -> Answer.text("{\"summary\":7}"));

        private final SummaryGateway.HelperKind helper;

        @SuppressWarnings("ImmutableEnumChecker") // A function without state.
        private final Function<ModelRequest, Answer> answer;

        HelperFailure(SummaryGateway.HelperKind helper, Function<ModelRequest, Answer> answer) {
            this.helper = helper;
            this.answer = answer;
        }
    }

    private SummaryGateway gateway(
            String name, SummaryGateway.HelperKind helper, Function<ModelRequest, Answer> answer) {
        return new SummaryGateway(new SummaryGateway.Plan(home.resolve(name), helper, answer, /* isAhead= */ false));
    }

    private static void readFiles(SummaryGateway gateway) {
        for (int i = 0; i < STEPS; i++) {
            assertEquals(200, gateway.read(FILE).statusCode());
        }
    }

    @Test
    void a_summary_replaces_the_history() {
        try (SummaryGateway gateway = gateway("good", SummaryGateway.HelperKind.SESSION, _ -> GOOD)) {
            readFiles(gateway);
            assertTrue(
                    gateway.questions().size() >= 1,
                    "questions: " + gateway.questions().size());
            String first = gateway.turns().stream()
                    .filter(body -> body.contains("throughline_summary"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(first.contains(NOTES));
            assertFalse(first.contains("<analysis>"));
            assertTrue(first.contains("Read all the files, please."));
            assertFalse(first.contains("File1.java"));
        }
    }

    @Test
    void session_notes_that_cover_most_of_the_history_are_used_instead_of_a_summary() {
        SummaryGateway.Plan plan = new SummaryGateway.Plan(
                home.resolve("noted"), SummaryGateway.HelperKind.SESSION, _ -> GOOD, /* isAhead= */ false);
        SummaryGateway.Noted noted = new SummaryGateway.Noted("The notes say: six files were read.", STEPS - 2);
        try (SummaryGateway gateway = new SummaryGateway(plan, Optional.of(noted))) {
            readFiles(gateway);
            String last = gateway.turns().getLast();
            assertTrue(last.contains("The notes say: six files were read."), last);
            assertEquals(List.of(), gateway.questions(), "the helper was not asked");
        }
    }

    @Test
    void no_summary_is_prepared_if_session_notes_will_be_used() {
        SummaryGateway.Plan plan = new SummaryGateway.Plan(
                home.resolve("noted ahead"), SummaryGateway.HelperKind.SESSION, _ -> GOOD, /* isAhead= */ true);
        try (SummaryGateway gateway =
                new SummaryGateway(plan, Optional.of(new SummaryGateway.Noted("The notes say so.", -1)))) {
            readFiles(gateway);
            assertTrue(gateway.turns().stream().anyMatch(body -> body.contains("The notes say so.")));
            assertEquals(List.of(), gateway.questions(), "the helper was not asked");
        }
    }

    @Test
    void a_history_too_long_for_a_smaller_model_is_summarised_by_the_previous_model() {
        try (SummaryGateway gateway = gateway("smaller", SummaryGateway.HelperKind.SESSION, _ -> GOOD)) {
            gateway.model = "large-1";
            readFiles(gateway);
            assertEquals(List.of(), gateway.questions(), "the history fits the large model");
            gateway.model = "tiny-1";
            assertEquals(200, gateway.read(FILE).statusCode());
            ReceivedRequest question = gateway.questions().getFirst();
            assertTrue(question.body().utf8().startsWith("{\"model\":\"large-1\","), "the previous model is asked");
            assertTrue(
                    question.billed().orElseThrow().cacheRead() > 10_000,
                    question.billed().toString());
            String last = gateway.turns().getLast();
            assertTrue(last.startsWith("{\"model\":\"tiny-1\",") && last.contains(NOTES), last);
            assertEquals(1, gateway.questions().size());
        }
    }

    @Test
    void the_previous_model_is_known_after_a_restart() {
        SummaryGateway gateway = gateway("restart", SummaryGateway.HelperKind.SESSION, _ -> GOOD);
        try (gateway) {
            gateway.model = "large-1";
            readFiles(gateway);
        }
        try (SummaryGateway next = gateway("restart", SummaryGateway.HelperKind.SESSION, _ -> GOOD)) {
            next.resume(gateway);
            assertEquals(200, next.read(FILE).statusCode());
            String question = next.questions().getFirst().body().utf8();
            assertEquals("{\"model\":\"large-1\"", question.substring(0, question.indexOf(',')));
        }
    }

    @Test
    void a_configured_helper_is_asked_one_question_if_the_history_is_too_long_for_a_smaller_model() {
        try (SummaryGateway gateway = gateway("foreign", SummaryGateway.HelperKind.PROVIDER, _ -> Answer.text("no"))) {
            gateway.model = "large-1";
            readFiles(gateway);
            gateway.model = "tiny-1";
            assertEquals(200, gateway.read(FILE).statusCode());
            assertEquals(3, gateway.questions().size(), "three attempts at one question");
        }
    }

    @Test
    void session_notes_that_cover_too_little_are_not_used() {
        SummaryGateway.Plan plan = new SummaryGateway.Plan(
                home.resolve("old"), SummaryGateway.HelperKind.SESSION, _ -> GOOD, /* isAhead= */ false);
        try (SummaryGateway gateway =
                new SummaryGateway(plan, Optional.of(new SummaryGateway.Noted("Old notes.", 1)))) {
            readFiles(gateway);
            assertFalse(gateway.turns().getLast().contains("Old notes."));
            assertFalse(gateway.questions().isEmpty());
        }
    }

    @Test
    void the_summary_request_extends_the_previous_request_and_reads_the_cache() {
        try (SummaryGateway gateway = gateway("cache", SummaryGateway.HelperKind.SESSION, _ -> GOOD)) {
            readFiles(gateway);
            ReceivedRequest question = gateway.questions().getFirst();
            ReceivedRequest before = gateway.turns.model.received().get(question.number() - 1);
            String sent = unmarked(before.body().utf8());
            String shared = sent.substring(0, sent.lastIndexOf("]}"));
            assertTrue(unmarked(question.body().utf8()).startsWith(shared));
            Usage billed = question.billed().orElseThrow();
            assertEquals(before.billed().orElseThrow().prompt(), billed.cacheRead(), billed.toString());
            assertTrue(billed.input() + billed.cacheWrite() < 1_000, billed.toString());
            assertEquals(
                    "1", question.headers().first(SummaryGateway.HELPER_HEADER).orElseThrow());
        }
    }

    private static String unmarked(String body) {
        return body.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
    }

    @ParameterizedTest
    @EnumSource(HelperFailure.class)
    void if_the_helper_fails_requests_and_replies_are_the_same_as_without_a_helper(HelperFailure failure) {
        List<String> answers;
        List<String> turns;
        try (SummaryGateway plain = gateway("plain", SummaryGateway.HelperKind.NONE, _ -> GOOD)) {
            readFiles(plain);
            answers = plain.answers;
            turns = plain.turns();
            assertTrue(turns.getLast().contains("throughline_summary"));
        }
        try (SummaryGateway gateway = gateway("failure", failure.helper, failure.answer)) {
            readFiles(gateway);
            assertEquals(turns, gateway.turns());
            assertEquals(withoutMessageIds(answers), withoutMessageIds(gateway.answers));
        }
    }

    /** The replies without message ids, which depend on the number of requests so far. */
    private static List<String> withoutMessageIds(List<String> answers) {
        return answers.stream()
                .map(answer -> answer.replaceAll("msg_[0-9a-f]+", "msg"))
                .toList();
    }

    @Test
    void a_configured_helper_gets_the_history_and_at_most_three_attempts() {
        try (SummaryGateway gateway = gateway("thrice", SummaryGateway.HelperKind.PROVIDER, _ -> Answer.text("no"))) {
            readFiles(gateway);
            assertEquals(0, gateway.questions().size() % 3);
            assertTrue(gateway.questions().getFirst().body().utf8().contains("/src/File1.java"));
            assertTrue(gateway.questions().get(1).body().utf8().contains("could not be used"));
        }
        try (SummaryGateway gateway = gateway(
                "told", SummaryGateway.HelperKind.PROVIDER, _ -> Answer.text("{\"summary\":\"" + NOTES + "\"}"))) {
            readFiles(gateway);
            assertTrue(gateway.turns().getLast().contains(NOTES));
        }
    }

    @Test
    void a_prepared_summary_is_used_when_it_is_needed() throws Exception {
        SummaryGateway.Plan plan = new SummaryGateway.Plan(
                home.resolve("ahead"), SummaryGateway.HelperKind.SESSION, _ -> GOOD, /* isAhead= */ true);
        try (SummaryGateway gateway = new SummaryGateway(plan)) {
            for (int turn = 1; turn <= 5; turn++) {
                gateway.read(FILE);
            }
            gateway.turns.model.awaitFinished(6); // The fifth turn ends near the threshold: a summary is requested.
            assertEquals(1, gateway.questions().size());
            gateway.read(FILE);
            gateway.read(FILE);
            String last = gateway.turns().getLast();
            assertTrue(last.contains(NOTES), last);
            assertFalse(last.contains("/src/File9.java"), last);
            assertTrue(last.contains("/src/File11.java") && last.contains("/src/File13.java"), last);
        }
    }

    @Test
    void no_credential_is_written_anywhere() throws IOException {
        try (SummaryGateway gateway = gateway("secret", SummaryGateway.HelperKind.SESSION, _ -> GOOD)) {
            readFiles(gateway);
            assertEquals(
                    SummaryGateway.SECRET,
                    gateway.questions().getFirst().headers().first("x-api-key").orElseThrow());
        }
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(text.contains(SummaryGateway.SECRET), file.toString());
            }
        }
    }
}
