package dev.throughline.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers and words of the house style. */
final class TidyTest {
    private static final int MOST_LINES = 400;
    private static final int MOST_METHOD_LINES = 60;
    private static final int MOST_FILES_IN_A_PACKAGE = 30;
    private static final int LONGEST_LINE = 120;

    private static final Pattern BAD_NAME = Pattern.compile("\\b(?:class|record|interface|enum)"
            + " \\w*(?:Manager|Service|Util|Utils|Helper|Impl|Abstract|Data|Info|Context)\\b");
    private static final Pattern GETTER =
            Pattern.compile("^    (?:public |static |private )*[\\w<>\\[\\], .?]+ get[A-Z]\\w*\\(\\)");
    private static final Pattern UNFINISHED = Pattern.compile("(?:// |^\\s*/?\\*+ ).*\\b(?:TODO|FIXME|XXX|HACK)\\b");
    private static final Pattern WIDE_CATCH = Pattern.compile("catch \\((?:final )?(?:Exception|Throwable)\\b");
    private static final Pattern SLEEP = Pattern.compile("Thread\\.sleep|@Disabled|assumeTrue|assumeThat");
    private static final Pattern METHOD = Pattern.compile(
            "^    (?! )(?![A-Z_]+\\()(?!.*(?:class|record|interface|enum) ).*\\) ?(?:throws [\\w, .]+ )?\\{$");

    /** Where a wide catch is the point: the floors that keep a client's answer alive, and each says why. */
    private static final Set<String> WIDE_CATCHERS = Set.of(
            "Gateway.java", "PassThrough.java", "Relay.java", "Rounds.java", "RoundPassage.java", "AfterTurn.java");

    @Test
    void no_file_is_long() {
        assertNone(Project.javaFiles().stream()
                .filter(file -> Project.lines(file).size() > MOST_LINES)
                .map(TidyTest::name)
                .toList());
    }

    @Test
    void no_line_of_prose_or_code_is_long() {
        List<String> found = new ArrayList<>();
        each((file, number, line) -> {
            if (line.length() > LONGEST_LINE && !line.contains("\"")) {
                found.add(name(file) + ":" + number);
            }
        });
        assertNone(found);
    }

    @Test
    void no_method_is_long() {
        List<String> found = new ArrayList<>();
        for (Path file : Project.javaFiles()) {
            List<String> lines = Project.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                int length = METHOD.matcher(lines.get(i)).find() ? lengthOfMethod(lines, i) : 0;
                if (length > MOST_METHOD_LINES) {
                    found.add(name(file) + ":" + (i + 1) + " has " + length + " lines");
                }
            }
        }
        assertNone(found);
    }

    private static int lengthOfMethod(List<String> lines, int start) {
        int end = start;
        while (end < lines.size() && !lines.get(end).equals("    }")) {
            end++;
        }
        return end - start + 1;
    }

    @Test
    void no_package_is_crowded_and_each_has_its_page() {
        Map<Path, Integer> sizes = new TreeMap<>();
        for (Path file : Project.javaFiles()) {
            if (!Project.isTest(file)) {
                sizes.merge(Objects.requireNonNull(file.getParent()), 1, Integer::sum);
            }
        }
        List<String> found = new ArrayList<>();
        sizes.forEach((folder, size) -> {
            boolean hasPage = Files.exists(folder.resolve("package-info.java"));
            if (!hasPage) {
                found.add(name(folder) + " has no package-info.java");
            }
            if (size - (hasPage ? 1 : 0) > MOST_FILES_IN_A_PACKAGE) {
                found.add(name(folder) + " has " + size + " files");
            }
        });
        assertNone(found);
    }

    @Test
    void names_are_words_of_the_glossary() {
        assertNone(matches(BAD_NAME));
        assertNone(matches(GETTER).stream()
                .filter(place -> !place.contains(" getZone()")) // The platform's clock is asked so.
                .toList());
    }

    @Test
    void nothing_is_left_unfinished() {
        assertNone(matches(UNFINISHED).stream()
                .filter(place -> !place.startsWith("house/"))
                .toList());
    }

    @Test
    void a_wide_catch_stands_only_at_a_floor() {
        assertNone(matches(WIDE_CATCH).stream()
                .filter(place -> !place.contains("/src/test/") && !place.startsWith("testkit/"))
                .filter(place -> WIDE_CATCHERS.stream().noneMatch(place::contains))
                .toList());
    }

    @Test
    void no_test_waits_for_time_or_is_switched_off() {
        assertNone(matches(SLEEP).stream()
                .filter(place -> !place.startsWith("house/"))
                .toList());
    }

    @Test
    void the_tests_see_the_project() {
        assertTrue(
                Project.javaFiles().size() > 50, "found " + Project.javaFiles().size() + " Java files");
    }

    private interface LineTaker {
        void take(Path file, int number, String line);
    }

    private static void each(LineTaker taker) {
        for (Path file : Project.javaFiles()) {
            int number = 0;
            for (String line : Project.lines(file)) {
                taker.take(file, ++number, line);
            }
        }
    }

    private static List<String> matches(Pattern pattern) {
        List<String> found = new ArrayList<>();
        each((file, number, line) -> {
            if (pattern.matcher(line).find()) {
                found.add(name(file) + ":" + number + " " + line.strip());
            }
        });
        return found;
    }

    private static String name(Path file) {
        return Project.ROOT.relativize(file).toString();
    }

    private static void assertNone(List<String> found) {
        assertEquals("", String.join("\n", found));
    }
}
