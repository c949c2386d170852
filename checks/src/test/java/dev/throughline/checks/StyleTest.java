package dev.throughline.checks;

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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the rules of style: sizes, names, wide catches, unfinished comments. */
final class StyleTest {
    private static final int MOST_LINES = 400;
    private static final int MOST_METHOD_LINES = 60;
    private static final int LONGEST_LINE = 120;

    private static final Pattern BAD_NAME = Pattern.compile("\\b(?:class|record|interface|enum)"
            + " \\w*(?:Manager|Util|Utils|Helper|Impl|Abstract|Data|Info|Context)\\b");
    private static final Pattern TYPE =
            Pattern.compile("^ *((?:(?:public|private|protected|static|final|sealed|non-sealed|abstract) )*)"
                    + "(?:class|record|interface|enum) (\\w+)");
    private static final Pattern GETTER =
            Pattern.compile("^    (?! )(?:public |static |private )*[\\w<>\\[\\], .?]+ get[A-Z]\\w*\\(\\)");
    private static final Pattern UNFINISHED = Pattern.compile("(?:// |^\\s*/?\\*+ ).*\\b(?:TODO|FIXME|XXX|HACK)\\b");
    private static final Pattern WIDE_CATCH =
            Pattern.compile("catch \\([^)]*\\b(?:Exception|RuntimeException|Throwable)\\b");
    private static final Pattern SLEEP = Pattern.compile("Thread\\.sleep|@Disabled|assumeTrue|assumeThat");
    private static final Pattern METHOD = Pattern.compile(
            "^    (?! )(?![A-Z_]+\\()(?!.*(?:class|record|interface|enum) ).*\\) ?(?:throws [\\w, .]+ )?\\{$");

    /** Modules that are not shipped. */
    private static final Set<String> OUTSIDE = Set.of("testkit", "simulator", "bench", "clients", "checks");

    /** The classes that may catch all exceptions, each with the reason. */
    private static final Map<String, String> WIDE_CATCHES = Map.ofEntries(
            Map.entry("Gateway", "if a turn fails in any way, the client still gets a reply, with an incident id"),
            Map.entry("PassThrough", "if a step before sending fails, the client's own request is forwarded"),
            Map.entry("ReplyRelay", "a reply that cannot be recorded is still relayed"),
            Map.entry(
                    "ToolLoop",
                    "if a local tool fails, the model gets an error as its result, and the reply continues"),
            Map.entry("SplicedReply", "a reply that cannot be spliced is relayed unchanged"),
            Map.entry("TurnListeners", "if a listener fails, the other listeners are still called"),
            Map.entry("PromptEditor", "if a decision cannot be applied, the request is sent without it"),
            Map.entry("StateInjector", "if the state block cannot be built, the request is sent without it"),
            Map.entry("ToolOffer", "if local tools cannot be added, the request is sent without them"),
            Map.entry("PromptWriter", "an element that cannot be reworded is sent unchanged"),
            Map.entry("RequestedSummaries", "if a summary cannot be written, a digest is used instead"),
            Map.entry("Summaries", "if a summary cannot be written, a digest is used instead"),
            Map.entry(
                    "LimitedHelperModel",
                    "a failure of the helper model is counted, and the caller continues without its answer"),
            Map.entry("ProjectMemories", "if one memory cannot be closed, the others are still closed"),
            Map.entry("SessionImporter", "if one file cannot be imported, the others still are"),
            Map.entry("HistoryImporter", "if one file cannot be imported, the others still are"),
            Map.entry("CloseStack", "all resources are closed before the failures are thrown"),
            Map.entry("LearnedWindowsFile", "a file that cannot be read is ignored; its content is learned again"),
            Map.entry("Consolidation", "if one project fails, the others are still consolidated"),
            Map.entry("TimeLimit", "passes the failure to the waiting thread"),
            Map.entry(
                    "MemoryScheduler",
                    "runs after the turn; if a memory writer fails, the failure is logged and the thread continues"),
            Map.entry("IndexCatchUp", "if indexing fails, it is repeated at the next start"),
            Map.entry("ScheduledPruning", "if a deletion fails, it is tried again an hour later"),
            Map.entry("MemoryService", "if the last turns cannot be indexed, the search goes on without them"),
            Map.entry("GatewayRestarter", "the gateway is monitored as long as the agent is running, whatever fails"),
            Map.entry(
                    "ReplyTransfer", "if a reply cannot be transferred, only that reply fails and not the event loop"),
            Map.entry("DecodedReply", "decoders throw many types of unchecked exceptions for invalid input"),
            Map.entry("ContentCodings", "decoders throw many types of unchecked exceptions for invalid input"),
            Map.entry("McpProtocol", "the library throws unchecked exceptions for malformed messages"),
            Map.entry("McpTool", "if a tool fails, the client gets an error result"),
            Map.entry("WorkspaceWatcher", "if a listener fails, the folder is still watched"),
            Map.entry("QueryEmbedder", "if the embedder fails, the search uses keywords only"),
            Map.entry("Backfill", "runs in the background; after a failure it is repeated after a pause"),
            Map.entry("Journal", "waiting threads are told about a failure, and the writing thread continues"));

    @Test
    void no_file_is_long() {
        assertNone(Project.javaFiles().stream()
                .filter(file -> Project.lines(file).size() > MOST_LINES)
                .map(StyleTest::name)
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
    void every_package_has_a_page() {
        Set<String> found = new TreeSet<>();
        for (Path file : Project.javaFiles()) {
            Path folder = Objects.requireNonNull(file.getParent());
            boolean isExample = name(folder).startsWith("examples/"); // Programs of one file, in no package.
            if (!Project.isTest(file) && !isExample && !Files.exists(folder.resolve("package-info.java"))) {
                found.add(name(folder) + " has no package-info.java");
            }
        }
        assertNone(List.copyOf(found));
    }

    /** Nested types count unless they are private: they are imported and read by their simple names, too. */
    @Test
    void no_two_product_types_share_a_simple_name() {
        Map<String, Set<String>> places = new TreeMap<>();
        each((file, number, line) -> {
            Matcher type = TYPE.matcher(line);
            if (isProduct(name(file)) && type.find() && !type.group(1).contains("private ")) {
                places.computeIfAbsent(type.group(2), _ -> new TreeSet<>()).add(name(file) + ":" + number);
            }
        });
        assertNone(places.entrySet().stream()
                .filter(type -> type.getValue().size() > 1)
                .map(type -> type.getKey() + " in " + String.join(" and ", type.getValue()))
                .toList());
    }

    @Test
    void names_have_no_empty_suffix_and_no_get() {
        assertNone(matches(BAD_NAME));
        assertNone(matches(GETTER).stream()
                .filter(place -> !place.contains(" getZone()")
                        && !place.contains(" getDescription()")) // Named by interfaces of libraries.
                .toList());
    }

    @Test
    void nothing_is_left_unfinished() {
        assertNone(matches(UNFINISHED).stream()
                .filter(place -> !place.startsWith("checks/"))
                .toList());
    }

    @Test
    void a_wide_catch_stands_only_where_it_has_a_reason() {
        Set<String> found = new TreeSet<>();
        for (String place : matches(WIDE_CATCH)) {
            String file = place.substring(0, place.indexOf(':'));
            if (isProduct(file)) {
                found.add(type(file));
            }
        }
        assertEquals(new TreeSet<>(WIDE_CATCHES.keySet()), found);
    }

    @Test
    void no_test_waits_for_time_or_is_switched_off() {
        assertNone(matches(SLEEP).stream()
                .filter(place -> !place.startsWith("checks/"))
                .toList());
    }

    @Test
    void the_tests_see_the_project() {
        assertTrue(
                Project.javaFiles().size() > 50, "found " + Project.javaFiles().size() + " Java files");
    }

    private interface LineReader {
        void read(Path file, int number, String line);
    }

    private static void each(LineReader reader) {
        for (Path file : Project.javaFiles()) {
            int number = 0;
            for (String line : Project.lines(file)) {
                reader.read(file, ++number, line);
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

    private static boolean isProduct(String file) {
        return file.contains("/src/main/") && !OUTSIDE.contains(file.substring(0, file.indexOf('/')));
    }

    private static String type(String file) {
        return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    }

    private static String name(Path file) {
        return Project.ROOT.relativize(file).toString();
    }

    private static void assertNone(List<String> found) {
        assertEquals("", String.join("\n", found));
    }
}
