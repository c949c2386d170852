package dev.throughline.memory.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReferenceParserTest {
    private static final long SEED = 20_260_401;

    private static List<String> names(String message) {
        return ReferenceParser.parse(message).stream()
                .map(SessionReference::name)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@@parser-work",
                "Continue @@parser-work.",
                "Continue (see @@parser-work), please.",
                "Is it as in @@parser-work?",
                "@@parser-work's decision holds.",
                "- the lexer of @@parser-work\n- the tests",
                "# As in @@parser-work",
                "if you need more, read @@parser-work",
                "Look at `Parser.java` and @@parser-work",
                "Fix this:\n```\nint a;\n```\nas in @@parser-work",
                "> what about this?\n\nSee @@parser-work",
                "We took it from @@parser-work — remember?",
                "Compare with @@\"parser-work\""
            })
    void a_name_in_the_persons_own_words_is_a_reference(String message) {
        assertEquals(List.of("parser-work"), names(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@@ -1,3 +1,4 @@",
                "@@ -1,3 +1,4 @@ class Foo\n @@count = 0\n-@@count\n+@@total",
                "```ruby\n@@count = 0\n```",
                "```\n@@count",
                "~~~\n@@count\n~~~",
                "Why is `@@count` nil?",
                "Why is ``a ` @@count`` nil?",
                "an open `tick @@count",
                "    @@count",
                "\t@@count",
                "> see @@count",
                "> see this\nand @@count",
                "He wrote \"see @@count\".",
                "He wrote \u201csee @@count\u201d.",
                "class Foo\n  @@count = 0\n  def self.count\n  @@count\n  end\nend",
                "@@count += 1",
                "@@count == 3",
                "SELECT @@version",
                "SET @@sql_mode = ''",
                "IF @@ERROR <> 0",
                "me@@example",
                "write to @@ada@example.com",
                "@@example.com",
                "@@rules_go//go:def.bzl",
                "load(\"@@rules_python~0.31.0//python:defs.bzl\")",
                "@@rules_python~0.31.0",
                "@@Foo::BAR",
                "@@foo/bar",
                "@@foo[0]",
                "a@@b",
                "@@@count",
                "@@",
                "@@ count",
                "@@-count",
                "<document>\nsee @@count\n</document>",
                "2026-04-05 10:00:00 INFO @@count",
                "at Foo.bar(@@count)\nat Foo.baz(Foo.java:3)",
                "$ echo @@count",
                "return @@count"
            })
    void everything_else_is_not(String message) {
        assertEquals(List.of(), names(message));
    }

    @Test
    void ancestors_and_questions_are_read() {
        assertEquals(
                List.of(new SessionReference("parser-work", 2, Optional.empty())),
                ReferenceParser.parse("Continue @@parser-work~2."));
        assertEquals(
                List.of(
                        new SessionReference("parser-work", 0, Optional.of("why does `Lexer` skip \"a\"?")),
                        new SessionReference("second one", 1, Optional.of("and this?")),
                        new SessionReference("third", 0, Optional.empty())),
                ReferenceParser.parse(
                        "@@parser-work: why does `Lexer` skip \"a\"? @@\"second one\"~1: and this?\nSee @@third."));
        assertEquals(
                List.of(new SessionReference("parser-work", 0, Optional.empty())),
                ReferenceParser.parse("This is from @@parser-work:\nplease continue"));
    }

    @Test
    void ids_and_names_in_other_scripts_are_read() {
        assertEquals(List.of("0198c5a0-0000-7000-8000-000000000001"), names("@@0198c5a0-0000-7000-8000-000000000001"));
        assertEquals(List.of("грамматика", "解析器"), names("@@грамматика und @@解析器"));
    }

    @Test
    void long_lines_and_long_paragraphs_are_pastes() {
        assertEquals(List.of(), names("x".repeat(3_000) + " @@count"));
        String lines = IntStream.range(0, 40).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        assertEquals(List.of("mine"), names(lines + "\nsee @@count\n\nContinue @@mine"));
    }

    @Test
    void at_most_a_few_references_are_read() {
        assertEquals(
                ReferenceParser.MAX_READ,
                names("@@name ".repeat(40).strip().replace(" ", " ")).size());
    }

    @Test
    void no_text_fails_and_no_fence_contains_a_reference() {
        Random random = new Random(SEED);
        String[] parts = {
            "@@",
            "@@a",
            " ",
            "\n",
            "\n\n",
            "`",
            "``",
            "```",
            "~~~",
            "\"",
            "~1",
            ":",
            "> ",
            "    ",
            "\t",
            "@@ -1 +1 @@",
            "<a>",
            "</a>",
            "word",
            "=",
            ".",
            "\u0000",
            "\uD800",
            "-",
            "+",
            "\r\n",
            "SELECT ",
            "é",
            "{",
            ";"
        };
        for (int i = 0; i < 20_000; i++) {
            String text = random.ints(random.nextInt(40), 0, parts.length)
                    .mapToObj(part -> parts[part])
                    .collect(Collectors.joining());
            assertEquals(text.length(), OwnWords.of(text).length());
            ReferenceParser.parse(text);
            String inside = text.replace("`", "");
            assertEquals(List.of(), names("Look:\n```\n" + inside + "\n```\nthanks"), () -> "in a fence: " + inside);
        }
    }

    @Test
    void the_time_is_linear_in_the_length() {
        String hostile = "<a>\n`@@a \"b\n".repeat(100_000) + "`".repeat(50_000) + "@@a ".repeat(100_000);
        long start = System.nanoTime();
        ReferenceParser.parse(hostile);
        assertTrue(System.nanoTime() - start < 10_000_000_000L, "expected well below 10 seconds");
    }
}
