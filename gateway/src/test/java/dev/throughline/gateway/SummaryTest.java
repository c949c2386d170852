package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import dev.throughline.testkit.model.Asked;
import dev.throughline.testkit.model.Received;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.testkit.model.write.Delivery;
import dev.throughline.testkit.model.write.Where;
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

/** The helper model as it is met on the road: it writes a summary when the history is full, or nothing changes. */
final class SummaryTest {
    private static final int FILE = 6_000;
    private static final int STEPS = 9;
    private static final String NOTES = "1. Request: read all the files. 9. Next step: go on with File9.";
    private static final Answer GOOD = Answer.text("<analysis>hm</analysis>\n<summary>\n" + NOTES + "\n</summary>");

    @TempDir
    private Path home = Path.of("");

    /** What a helper model can do wrong. */
    enum Trouble {
        TIMEOUT(SummaryStand.Helping.SESSION, _ -> GOOD.stalled(new Where.BeforeHeaders(), new CompletableFuture<>())),
        STALL(SummaryStand.Helping.SESSION, _ -> GOOD.stalled(new Where.AfterEvents(2), new CompletableFuture<>())),
        CUT(SummaryStand.Helping.SESSION, _ -> GOOD.cutAfterEvents(3, Delivery.Manner.RESET)),
        NO_SUMMARY(SummaryStand.Helping.SESSION, _ -> Answer.text("I would rather call a tool.")),
        CALL(SummaryStand.Helping.SESSION, _ -> Answer.call("Read", "{\"file_path\":\"/etc/passwd\"}")),
        EMPTY(SummaryStand.Helping.SESSION, _ -> Answer.text("<summary>  </summary>")),
        TOO_LONG(SummaryStand.Helping.SESSION, _ -> Answer.text("<summary>" + "blah ".repeat(8_000) + "</summary>")),
        STATUS_500(SummaryStand.Helping.SESSION, _ -> Answer.error(500, "api_error", "Internal server error")),
        STATUS_401(SummaryStand.Helping.SESSION, _ -> Answer.error(401, "authentication_error", "no")),
        UNREACHABLE(SummaryStand.Helping.UNREACHABLE, _ -> GOOD),
        GARBAGE_THRICE(SummaryStand.Helping.PROVIDER, _ -> Answer.text("not JSON at all")),
        LIES_IN_SHAPE(SummaryStand.Helping.PROVIDER, _ -> Answer.text("{\"summary\":7}"));

        private final SummaryStand.Helping helper;

        @SuppressWarnings("ImmutableEnumChecker") // A function without state.
        private final Function<Asked, Answer> answer;

        Trouble(SummaryStand.Helping helper, Function<Asked, Answer> answer) {
            this.helper = helper;
            this.answer = answer;
        }
    }

    private SummaryStand stand(String name, SummaryStand.Helping helper, Function<Asked, Answer> answer) {
        return new SummaryStand(new SummaryStand.Plan(home.resolve(name), helper, answer, /* isAhead= */ false));
    }

    private static void walk(SummaryStand stand) {
        for (int i = 0; i < STEPS; i++) {
            assertEquals(200, stand.read(FILE).statusCode());
        }
    }

    @Test
    void a_good_summary_takes_the_place_of_the_history() {
        try (SummaryStand stand = stand("good", SummaryStand.Helping.SESSION, _ -> GOOD)) {
            walk(stand);
            assertTrue(
                    stand.questions().size() >= 1,
                    "questions: " + stand.questions().size());
            String first = stand.turns().stream()
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
    void notes_that_tell_of_nearly_all_of_it_come_before_a_summary() {
        SummaryStand.Plan plan = new SummaryStand.Plan(
                home.resolve("noted"), SummaryStand.Helping.SESSION, _ -> GOOD, /* isAhead= */ false);
        SummaryStand.Noted noted = new SummaryStand.Noted("The notes say: six files were read.", STEPS - 2);
        try (SummaryStand stand = new SummaryStand(plan, Optional.of(noted))) {
            walk(stand);
            String last = stand.turns().getLast();
            assertTrue(last.contains("The notes say: six files were read."), last);
            assertEquals(List.of(), stand.questions(), "nobody was asked");
        }
    }

    @Test
    void no_summary_is_written_ahead_where_notes_will_be_used() {
        SummaryStand.Plan plan = new SummaryStand.Plan(
                home.resolve("noted ahead"), SummaryStand.Helping.SESSION, _ -> GOOD, /* isAhead= */ true);
        try (SummaryStand stand =
                new SummaryStand(plan, Optional.of(new SummaryStand.Noted("The notes say so.", -1)))) {
            walk(stand);
            assertTrue(stand.turns().stream().anyMatch(body -> body.contains("The notes say so.")));
            assertEquals(List.of(), stand.questions(), "nobody was asked");
        }
    }

    @Test
    void a_history_that_is_too_long_for_a_smaller_model_is_summed_up_by_the_one_before() {
        try (SummaryStand stand = stand("smaller", SummaryStand.Helping.SESSION, _ -> GOOD)) {
            stand.model = "large-1";
            walk(stand);
            assertEquals(List.of(), stand.questions(), "there it fits");
            stand.model = "tiny-1";
            assertEquals(200, stand.read(FILE).statusCode());
            Received question = stand.questions().getFirst();
            assertTrue(question.body().utf8().startsWith("{\"model\":\"large-1\","), "asked of the one before");
            assertTrue(
                    question.billed().orElseThrow().cacheRead() > 10_000,
                    question.billed().toString());
            String last = stand.turns().getLast();
            assertTrue(last.startsWith("{\"model\":\"tiny-1\",") && last.contains(NOTES), last);
            assertEquals(1, stand.questions().size());
        }
    }

    @Test
    void the_model_before_is_known_after_a_restart_too() {
        SummaryStand stand = stand("restart", SummaryStand.Helping.SESSION, _ -> GOOD);
        try (stand) {
            stand.model = "large-1";
            walk(stand);
        }
        try (SummaryStand next = stand("restart", SummaryStand.Helping.SESSION, _ -> GOOD)) {
            next.resume(stand);
            assertEquals(200, next.read(FILE).statusCode());
            String question = next.questions().getFirst().body().utf8();
            assertEquals("{\"model\":\"large-1\"", question.substring(0, question.indexOf(',')));
        }
    }

    @Test
    void another_model_is_asked_once_also_when_the_history_is_too_long_for_a_smaller_one() {
        try (SummaryStand stand = stand("foreign", SummaryStand.Helping.PROVIDER, _ -> Answer.text("no"))) {
            stand.model = "large-1";
            walk(stand);
            stand.model = "tiny-1";
            assertEquals(200, stand.read(FILE).statusCode());
            assertEquals(3, stand.questions().size(), "three attempts at one question");
        }
    }

    @Test
    void notes_that_tell_of_too_little_are_left_to_a_summary() {
        SummaryStand.Plan plan = new SummaryStand.Plan(
                home.resolve("old"), SummaryStand.Helping.SESSION, _ -> GOOD, /* isAhead= */ false);
        try (SummaryStand stand = new SummaryStand(plan, Optional.of(new SummaryStand.Noted("Old notes.", 1)))) {
            walk(stand);
            assertFalse(stand.turns().getLast().contains("Old notes."));
            assertFalse(stand.questions().isEmpty());
        }
    }

    @Test
    void the_question_goes_on_from_what_was_sent_and_reads_the_cache() {
        try (SummaryStand stand = stand("cache", SummaryStand.Helping.SESSION, _ -> GOOD)) {
            walk(stand);
            Received question = stand.questions().getFirst();
            Received before = stand.road.model.received().get(question.number() - 1);
            String sent = unmarked(before.body().utf8());
            String shared = sent.substring(0, sent.lastIndexOf("]}"));
            assertTrue(unmarked(question.body().utf8()).startsWith(shared));
            Usage billed = question.billed().orElseThrow();
            assertEquals(before.billed().orElseThrow().prompt(), billed.cacheRead(), billed.toString());
            assertTrue(billed.input() + billed.cacheWrite() < 1_000, billed.toString());
            assertEquals("1", question.headers().first(SummaryStand.MARK).orElseThrow());
        }
    }

    private static String unmarked(String body) {
        return body.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void whatever_the_helper_does_wrong_the_client_sees_what_it_sees_without_one(Trouble trouble) {
        List<String> answers;
        List<String> turns;
        try (SummaryStand plain = stand("plain", SummaryStand.Helping.NONE, _ -> GOOD)) {
            walk(plain);
            answers = plain.answers;
            turns = plain.turns();
            assertTrue(turns.getLast().contains("throughline_summary"));
        }
        try (SummaryStand stand = stand("trouble", trouble.helper, trouble.answer)) {
            walk(stand);
            assertEquals(turns, stand.turns());
            assertEquals(words(answers), words(stand.answers));
        }
    }

    /** The provider names each message by how many it has seen; the rest is the same to the byte. */
    private static List<String> words(List<String> answers) {
        return answers.stream()
                .map(answer -> answer.replaceAll("msg_[0-9a-f]+", "msg"))
                .toList();
    }

    @Test
    void another_model_is_told_the_history_and_asked_three_times_at_most() {
        try (SummaryStand stand = stand("thrice", SummaryStand.Helping.PROVIDER, _ -> Answer.text("no"))) {
            walk(stand);
            assertEquals(0, stand.questions().size() % 3);
            assertTrue(stand.questions().getFirst().body().utf8().contains("/src/File1.java"));
            assertTrue(stand.questions().get(1).body().utf8().contains("could not be used"));
        }
        try (SummaryStand stand =
                stand("told", SummaryStand.Helping.PROVIDER, _ -> Answer.text("{\"summary\":\"" + NOTES + "\"}"))) {
            walk(stand);
            assertTrue(stand.turns().getLast().contains(NOTES));
        }
    }

    @Test
    void a_summary_is_written_ahead_and_used_when_it_is_needed() throws Exception {
        SummaryStand.Plan plan = new SummaryStand.Plan(
                home.resolve("ahead"), SummaryStand.Helping.SESSION, _ -> GOOD, /* isAhead= */ true);
        try (SummaryStand stand = new SummaryStand(plan)) {
            for (int turn = 1; turn <= 5; turn++) {
                stand.read(FILE);
            }
            stand.road.model.awaitFinished(6); // The fifth turn ends near the mark: a summary of it is asked for.
            assertEquals(1, stand.questions().size());
            stand.read(FILE);
            stand.read(FILE);
            String last = stand.turns().getLast();
            assertTrue(last.contains(NOTES), last);
            assertFalse(last.contains("/src/File9.java"), last);
            assertTrue(last.contains("/src/File11.java") && last.contains("/src/File13.java"), last);
        }
    }

    @Test
    void no_credential_is_written_anywhere() throws IOException {
        try (SummaryStand stand = stand("secret", SummaryStand.Helping.SESSION, _ -> GOOD)) {
            walk(stand);
            assertEquals(
                    SummaryStand.SECRET,
                    stand.questions().getFirst().headers().first("x-api-key").orElseThrow());
        }
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(text.contains(SummaryStand.SECRET), file.toString());
            }
        }
    }
}
