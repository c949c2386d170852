package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.topic.TopicType;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementFinderTest {
    private static final LocalDate DAY = LocalDate.of(2026, 4, 5);
    private static final double RECALL_FLOOR = 0.9;
    private static final double UNSEEN_FLOOR = 0.75;
    private static final double TASK_CEILING = 0.02;

    private record Message(String label, String text) {}

    private static List<Message> messages(String label) {
        return messages("messages.txt", label);
    }

    private static List<Message> messages(String file, String label) {
        return TextResources.text(StatementFinderTest.class, file)
                .lines()
                .filter(line -> line.startsWith(label + "\t"))
                .map(line ->
                        new Message(label, line.substring(label.length() + 1).replace("\\n", "\n")))
                .toList();
    }

    private static List<Statement> of(String text) {
        return StatementFinder.of(text, "h", DAY);
    }

    private static List<String> texts(String text) {
        return of(text).stream().map(Statement::text).toList();
    }

    @Test
    void most_lasting_statements_are_found() {
        List<Message> all = messages("durable");
        List<String> missed = all.stream()
                .map(Message::text)
                .filter(text -> of(text).isEmpty())
                .toList();
        assertTrue(missed.size() <= (1 - RECALL_FLOOR) * all.size(), "missed " + missed);
    }

    @Test
    void hardly_any_task_is_found_and_no_quotation() {
        List<Message> all = messages("task");
        List<String> stored = all.stream()
                .map(Message::text)
                .filter(text -> !of(text).isEmpty())
                .toList();
        assertTrue(stored.size() <= TASK_CEILING * all.size(), "remembered " + stored);
        assertEquals(
                List.of(),
                messages("quote").stream()
                        .flatMap(message -> texts(message.text()).stream())
                        .toList());
    }

    @Test
    void a_statement_has_no_opening_phrase_and_absolute_dates() {
        assertEquals(List.of("we release on Thursdays."), texts("Remember: we release on Thursdays."));
        assertEquals(List.of("我们每周二发布。"), texts("记住：我们每周二发布。"));
        assertEquals(List.of("we use pnpm in this repo"), texts("hm, no. we use pnpm in this repo"));
        assertEquals(List.of("the code freeze starts 2026-04-06"), texts("fyi the code freeze starts tomorrow"));
        assertEquals(
                List.of("we always squash before a merge."),
                texts("Can you look at the failing build? Also note that we always squash before a merge. Thanks!"));
    }

    @Test
    void keep_that_in_mind_refers_to_the_sentence_before() {
        assertEquals(
                List.of("The parser is fed by a nightly job."),
                texts("The parser is fed by a nightly job. Keep that in mind."));
    }

    @Test
    void a_withdrawn_statement_is_not_found() {
        assertEquals(List.of(), texts("from now on we deploy on Mondays. no, scratch that"));
        assertEquals(List.of("prices are in cents"), texts("don't forget that prices are in cents"));
    }

    @Test
    void each_statement_has_its_type() {
        assertEquals(
                List.of(TopicType.USER, TopicType.FEEDBACK, TopicType.REFERENCE, TopicType.PROJECT),
                Stream.of(
                                "I'm a physicist, so explain web things",
                                "please always answer in German",
                                "the runbook is at https://wiki.example.org/run",
                                "we deploy on Thursdays only")
                        .map(text -> of(text).getFirst().type())
                        .toList());
    }

    /** These messages were written without trying the rules on them. */
    @Test
    void the_rules_work_for_messages_that_they_were_not_made_for() {
        List<Message> durable = messages("unseen.txt", "durable");
        List<Message> others = Stream.of("task", "hard")
                .flatMap(label -> messages("unseen.txt", label).stream())
                .toList();
        long found = durable.stream().filter(each -> !of(each.text()).isEmpty()).count();
        List<String> stored = others.stream()
                .map(Message::text)
                .filter(text -> !of(text).isEmpty())
                .toList();
        assertTrue(found >= UNSEEN_FLOOR * durable.size(), found + " of " + durable.size());
        assertTrue(stored.size() <= TASK_CEILING * others.size(), "remembered " + stored);
        assertEquals(
                List.of(),
                messages("unseen.txt", "quote").stream()
                        .flatMap(message -> texts(message.text()).stream())
                        .toList());
    }

    @Test
    void orders_to_forget_are_found() {
        assertEquals(
                List.of("we release on Thursdays."),
                StatementFinder.revoked("Forget that we release on Thursdays. Thanks!"));
        assertEquals(List.of(), StatementFinder.revoked("Forget it. Did you forget that we release on Thursdays?"));
        assertEquals(List.of(), StatementFinder.revoked("Don't forget that we release on Thursdays."));
    }

    @Test
    void after_remember_a_statement_may_contain_words_for_the_moment() {
        for (String said : List.of(
                "Remember: temporary files go to /scratch, never to /tmp.",
                "Remember: at 80 % CPU the autoscaler adds a node.",
                "Remember: quick-check is the name of our smoke test.")) {
            assertEquals(1, of(said).size(), said);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No, that's wrong: keep the old tests.",
                "no wait, this belongs into the other file",
                "no remove this again, it is too risky",
                "wait why are these in a folder of their own",
                "actually revert the commit and only open an issue",
                "Do not fall back, print a warning in that case",
                "I didn't say that all of it is pushed",
                "not sure why the author changed, please change it back",
                "This is still not working as it should",
                "不对，应该用另一个端口"
            })
    void corrections_are_recognised(String sentence) {
        assertEquals(List.of(sentence), StatementFinder.corrections(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yes",
                "no, then it's good",
                "no problem",
                "nope, that's fine",
                "No matching commits were found on the fork.",
                "let's keep it simple for now",
                "Stop after all three commits and report."
            })
    void answers_and_other_sentences_are_not_corrections(String sentence) {
        assertEquals(List.of(), StatementFinder.corrections(sentence));
    }
}
