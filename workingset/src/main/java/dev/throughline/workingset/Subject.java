package dev.throughline.workingset;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a tool call is about, as far as its name and arguments tell: which sort of work, on which file.
 *
 * @param path the one file that it reads or writes, if it is about one
 * @param gist its arguments in a few words
 */
public record Subject(String tool, Sort sort, Optional<String> path, String gist) {
    /** What a call does, in the order in which its result loses its worth. */
    public enum Sort {
        LISTING,
        SEARCH,
        BUILD,
        RUN,
        OTHER,
        READ,
        WRITE
    }

    /** An item that is no call and no result. */
    public static final Subject NONE = new Subject("", Sort.OTHER, Optional.empty(), "");

    private static final int GIST_CHARACTERS = 100;
    private static final List<String> PATH_NAMES = List.of(
            "file_path", "path", "filepath", "filename", "notebook_path", "absolute_path", "file", "target_file");
    private static final List<String> COMMAND_NAMES = List.of("command", "cmd", "script", "input");
    private static final Map<String, Sort> BY_NAME = Map.ofEntries(
            Map.entry("read", Sort.READ),
            Map.entry("view", Sort.READ),
            Map.entry("cat", Sort.READ),
            Map.entry("open", Sort.READ),
            Map.entry("edit", Sort.WRITE),
            Map.entry("write", Sort.WRITE),
            Map.entry("patch", Sort.WRITE),
            Map.entry("replace", Sort.WRITE),
            Map.entry("insert", Sort.WRITE),
            Map.entry("create", Sort.WRITE),
            Map.entry("grep", Sort.SEARCH),
            Map.entry("search", Sort.SEARCH),
            Map.entry("find", Sort.SEARCH),
            Map.entry("glob", Sort.LISTING),
            Map.entry("list", Sort.LISTING),
            Map.entry("ls", Sort.LISTING),
            Map.entry("tree", Sort.LISTING),
            Map.entry("bash", Sort.RUN),
            Map.entry("shell", Sort.RUN),
            Map.entry("exec", Sort.RUN),
            Map.entry("terminal", Sort.RUN),
            Map.entry("command", Sort.RUN));
    private static final Pattern WHOLE = Pattern.compile("(?i)write|create");
    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");
    private static final Pattern READING =
            Pattern.compile("^\\s*(?:cd [^&;]*(?:&&|;)\\s*)?(?:cat|sed -n|nl|head|tail|less|bat|git show|git diff)\\b");
    private static final Pattern LISTING = Pattern.compile("^\\s*(?:ls|tree|find|fd|git ls-files|pwd|du|wc)\\b");
    private static final Pattern SEARCHING = Pattern.compile("^\\s*(?:rg|grep|ag|git grep)\\b");
    private static final Pattern BUILDING = Pattern.compile(
            "\\b(?:go (?:test|build|vet)|mvn|gradle|make|npm (?:test|run|ci|install)|pnpm|yarn|bun (?:test|run)"
                    + "|cargo|pytest|tox|jest|vitest|tsc|ctest|mise run|golangci-lint|eslint)\\b");

    /** Whether it writes a file whole, and not a change to one. */
    public boolean isWhole() {
        return sort == Sort.WRITE && WHOLE.matcher(tool).find();
    }

    /** One argument of a call. */
    public record Argument(String name, String value) {}

    /** What a call with these arguments is about. */
    public static Subject of(String tool, List<Argument> arguments) {
        Optional<String> path = named(PATH_NAMES, arguments);
        Optional<String> command = path.isPresent() ? Optional.empty() : named(COMMAND_NAMES, arguments);
        Sort sort = byName(tool);
        if ((sort == Sort.RUN || sort == Sort.OTHER) && command.isPresent()) {
            return run(tool, command.get());
        }
        String gist = path.orElseGet(
                () -> arguments.isEmpty() ? "" : arguments.getFirst().value());
        return new Subject(tool, sort, path, line(gist));
    }

    private static Subject run(String tool, String command) {
        String plain = command.strip();
        Matcher reading = READING.matcher(plain);
        if (reading.find()) {
            return new Subject(tool, Sort.READ, Optional.empty(), line(plain));
        }
        Sort sort = LISTING.matcher(plain).find()
                ? Sort.LISTING
                : SEARCHING.matcher(plain).find()
                        ? Sort.SEARCH
                        : BUILDING.matcher(plain).find() ? Sort.BUILD : Sort.RUN;
        return new Subject(tool, sort, Optional.empty(), line(plain));
    }

    /**
     * The sort that the words of a tool's name give away, the last one that does: {@code read_file}, {@code
     * BashTool}.
     */
    private static Sort byName(String tool) {
        Sort sort = Sort.OTHER;
        Matcher words = WORD.matcher(tool);
        while (words.find()) {
            Sort named = BY_NAME.get(words.group().toLowerCase(Locale.ROOT));
            sort = named == null || sort != Sort.OTHER ? sort : named;
        }
        return sort;
    }

    private static Optional<String> named(List<String> names, List<Argument> arguments) {
        for (String name : names) {
            for (Argument argument : arguments) {
                if (name.equals(argument.name().toLowerCase(Locale.ROOT))
                        && !argument.value().isBlank()) {
                    return Optional.of(argument.value());
                }
            }
        }
        return Optional.empty();
    }

    private static String line(String text) {
        String flat = text.strip().replaceAll("\\s+", " ");
        return Cut.to(flat, GIST_CHARACTERS);
    }
}
