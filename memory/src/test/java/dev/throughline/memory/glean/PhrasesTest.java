package dev.throughline.memory.glean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PhrasesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Always run the linter before you commit.",
                "remember that the demo is on 2026-05-01",
                "I'd go for the second one - please use British spelling :)",
                "do this one too, we always want a checked id there",
                "we should be using the typed ids wherever we can",
                "and we don't need backward compatibility here",
                "I don't like the word turn",
                "for these tests I'd like to see literal values",
                "from now on write the notes in German",
                "can you please use tabs here",
                "请记住我们用 PostgreSQL",
                "Immer zuerst testen, dann mergen."
            })
    void this_is_a_wish(String sentence) {
        assertEquals(Phrases.Kind.WISH, Phrases.of(sentence));
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
    void this_is_a_correction(String sentence) {
        assertEquals(Phrases.Kind.CORRECTION, Phrases.of(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ok, let's rename it to steps instead",
                "the old force option should be hard deprecated",
                "We decided to ship on Thursdays.",
                "We will use the streaming lexer because it is faster."
            })
    void this_is_a_decision(String sentence) {
        assertEquals(Phrases.Kind.DECISION, Phrases.of(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yes",
                "Remember",
                "let's go with A",
                "never mind, later",
                "no, then it's good",
                "no problem",
                "nope, that's fine",
                "No matching commits were found on the fork.",
                "don't we have a helper for that?",
                "should we always fill this in?",
                "what do we never want to see here",
                "let's keep it simple for now",
                "it somehow always lists these under each branch",
                "Stop after all three commits and report."
            })
    void this_is_for_the_moment(String sentence) {
        assertEquals(Phrases.Kind.OTHER, Phrases.of(sentence));
    }

    @Test
    void of_something_pasted_only_the_remarks_beside_it_are_the_persons() {
        String plan = "Please do this plan.\n\n# Plan\n## Steps\n- Never skip the second step\n\nAlways ask me first.";
        assertEquals("Please do this plan.\nAlways ask me first.", Phrases.own(plan));
        assertEquals("\n", Phrases.own("# Role\n## Rules\nAlways obey.\n\n- never stop\n- always go on"));
        assertEquals("", Phrases.own("always ".repeat(1_000)).strip());
        assertEquals("- keep this\n- and that", Phrases.own("- keep this\n- and that"));
    }

    @Test
    void sentences_end_where_they_end_and_not_in_a_name() {
        assertEquals(
                List.of("Use literals instead of strings.Contains here.", "Why?", "because it reads better"),
                Phrases.sentences("Use literals instead of strings.Contains here. Why? because it reads better"));
        assertEquals(List.of("第一句话在这里。", "第二句话在这里。"), Phrases.sentences("第一句话在这里。第二句话在这里。"));
        assertEquals(List.of("after"), Phrases.sentences("```\nalways = never\n```\nafter"));
    }

    @Test
    void prose_has_no_tables_code_or_marks() {
        assertEquals(
                "Done All **tests** pass.".replace("**", ""),
                Phrases.prose("## Done\n| a | b |\n|---|---|\n```\ncode\n```\n---\nAll **tests** pass.\n"));
    }
}
