package dev.throughline.workingset;

import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The kind of a tool call and the files that it uses, derived from its name and arguments.
 *
 * @param paths the files that it changes, each once, or the files that it reads, one for each part that it reads;
 *     absolute if the call says so
 * @param gist the arguments in a few words
 * @param mayNumber whether numbers before the lines of the result may come from the tool, and not from the file
 */
public record CallSubject(String tool, CallKind kind, List<String> paths, String gist, Shell shell, boolean mayNumber) {
    /** Whether a call is a shell command, and whether it may change the folder. */
    public enum Shell {
        NONE,
        STAYS,
        MOVES
    }

    /** The subject of an item that is neither a call nor a result. */
    public static final CallSubject NONE = of("", CallKind.OTHER, List.of(), "");

    private static final int GIST_CHARACTERS = 100;
    private static final int PATH_CHARACTERS = 60;
    private static final List<String> PATH_NAMES = List.of(
            "file_path", "path", "filepath", "filename", "notebook_path", "absolute_path", "file", "target_file");
    private static final List<String> FOLDER_NAMES = List.of("workdir", "cwd", "working_directory", "working_dir");

    /** The longest path that Linux accepts. */
    private static final int FOLDER_CHARACTERS = 4_096;

    /** Further files of one call are ignored. */
    private static final int MAX_FILES = 50;

    /** Arguments that locate a file besides its path: the same path in another repository is another file. */
    private static final Set<String> LOCATION_NAMES =
            Set.of(("owner org organization repo repository repo_name project project_id workspace host server bucket"
                            + " container pod branch ref revision rev commit sha version")
                    .split(" ", -1));

    private static final List<String> PATTERN_NAMES = List.of("pattern", "query", "regex", "glob");
    private static final List<String> COMMAND_NAMES = List.of("command", "cmd", "script", "input");
    private static final Map<CallKind, Set<String>> BY_NAME = Map.ofEntries(
            Map.entry(CallKind.READ, Set.of("read", "view", "cat", "open")),
            Map.entry(CallKind.WRITE, Set.of("edit", "write", "patch", "replace", "insert", "create")),
            Map.entry(CallKind.SEARCH, Set.of("grep", "search", "find")),
            Map.entry(CallKind.LISTING, Set.of("glob", "list", "ls", "tree")),
            Map.entry(CallKind.RUN, Set.of("bash", "shell", "exec", "terminal", "stdin", "command")));
    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");
    private static final Pattern TODO =
            Pattern.compile("(?i)todo_?(?:write|read|list)?|(?:write|read|manage|update)_todos?(?:_list)?|update_plan");

    private static final Pattern READING =
            Pattern.compile("^(?:cat|sed -n|nl|head|tail|less|bat|git show|git diff)\\b(?![^|]*>)");
    /** A command that prints one part of one file: {@code sed -n '1,200p' a.go}, {@code nl -ba a.go | sed …}. */
    private static final Pattern FILE = Pattern.compile("^(?:cat|sed -n|nl|head|tail|bat)"
            + "(?: +(?:-[\\w=-]+|\\d+)){0,9}(?: +(?:'[\\d,$p ]*'|\"[\\d,$p ]*\"))?"
            + " +['\"]?([\\w./@~+\\[(][\\w./@~+\\[\\]()-]*)['\"]?"
            + "(?: *\\| *(?:sed -n|head|tail|nl|cat)[^|&;<>\\n]*)?$");

    private static final Pattern NUMBERING =
            Pattern.compile("(?:^|\\|) *(?:nl|bat|(?:cat|less) +(?:-[A-Za-z]{0,9}[nN]|--number))\\b");

    private static final Pattern PATCH =
            Pattern.compile("(?m)^\\*\\*\\* (?:(?:Update|Add|Delete) File|Move to): *+(\\S.*)");
    private static final Pattern LISTING = Pattern.compile("^(?:ls|tree|find|fd|git ls-files|pwd|du|wc)\\b");
    private static final Pattern SEARCHING = Pattern.compile("^(?:rg|grep|ag|git grep)\\b");
    private static final Pattern BUILDING = Pattern.compile(
            "\\b(?:go (?:test|build|vet)|mvn|gradle|make|npm (?:test|run|ci|install)|pnpm|yarn|bun (?:test|run)"
                    + "|cargo|pytest|tox|jest|vitest|tsc|ctest|mise run|golangci-lint|eslint)\\b");

    public CallSubject {
        paths = List.copyOf(paths);
    }

    /** The subject of a call of a tool that is not a shell. */
    public static CallSubject of(String tool, CallKind kind, List<String> paths, String gist) {
        return new CallSubject(tool, kind, paths, gist, Shell.NONE, /* mayNumber= */ true);
    }

    /** The only file that it reads a part of, or the first file that it changes. */
    public Optional<String> path() {
        return paths.size() == 1 || kind == CallKind.WRITE ? paths.stream().findFirst() : Optional.empty();
    }

    /** One argument of a call. */
    public record Argument(String name, String value) {}

    public static CallSubject of(String tool, List<Argument> arguments) {
        String folder = named(FOLDER_NAMES, arguments)
                .filter(name -> name.length() <= FOLDER_CHARACTERS)
                .orElse("");
        Optional<String> path = named(PATH_NAMES, arguments);
        Optional<String> command = path.isPresent() ? Optional.empty() : named(COMMAND_NAMES, arguments);
        boolean isView =
                named(List.of("command"), arguments).filter("view"::equals).isPresent();
        CallKind kind = TODO.matcher(tool).matches() ? CallKind.TODO : isView ? CallKind.READ : byName(tool);
        if ((kind == CallKind.RUN || kind == CallKind.OTHER) && command.isPresent()) {
            return run(tool, ShellCommand.of(command.get(), folder));
        }
        String first = arguments.isEmpty() ? "" : arguments.getFirst().value();
        List<String> files = path.map(List::of).orElseGet(() -> patched(kind, arguments));
        String location = location(arguments);
        List<String> paths = location.isEmpty()
                ? in(folder, files)
                : files.stream().map(file -> location + "/" + file).toList();
        return of(tool, kind, paths, gist(kind, files, first, arguments));
    }

    /** The repository, branch, host and the like that a call names; empty if it names none. */
    private static String location(List<Argument> arguments) {
        return arguments.stream()
                .filter(argument -> LOCATION_NAMES.contains(argument.name().toLowerCase(Locale.ROOT)))
                .map(argument -> TextCut.to(argument.value().strip(), PATH_CHARACTERS))
                .filter(value -> !value.isEmpty())
                .map(value -> "//" + value)
                .collect(Collectors.joining());
    }

    /** A short text that distinguishes a call from others: the pattern of a search, or the end of a path. */
    private static String gist(CallKind kind, List<String> files, String first, List<Argument> arguments) {
        Optional<String> pattern = kind == CallKind.SEARCH || kind == CallKind.LISTING
                ? named(PATTERN_NAMES, arguments)
                : Optional.empty();
        return pattern.map(CallSubject::line)
                .or(() -> files.stream().findFirst().map(path -> TextCut.toEnd(path.strip(), PATH_CHARACTERS)))
                .orElseGet(() -> line(first));
    }

    private static CallSubject run(String tool, ShellCommand command) {
        String plain = command.text();
        List<String> patched = patched(plain);
        boolean isReading = patched.isEmpty() && READING.matcher(plain).find();
        List<String> files = isReading ? printed(plain) : patched;
        boolean mayNumber = !isReading || NUMBERING.matcher(plain).find();
        return new CallSubject(
                tool,
                isReading ? CallKind.READ : patched.isEmpty() ? kind(plain) : CallKind.WRITE,
                in(command.folder(), files),
                line(plain),
                command.mayMove() ? Shell.MOVES : Shell.STAYS,
                mayNumber);
    }

    /** The kind of a command that neither reads a file nor patches one. */
    private static CallKind kind(String plain) {
        return LISTING.matcher(plain).find()
                ? CallKind.LISTING
                : SEARCHING.matcher(plain).find()
                        ? CallKind.SEARCH
                        : BUILDING.matcher(plain).find() ? CallKind.BUILD : CallKind.RUN;
    }

    private static List<String> in(String folder, List<String> files) {
        return files.stream().map(file -> FilePath.join(folder, file)).toList();
    }

    /** The files that a command or a chain of commands prints: {@code cat a.go && cat b.go}. */
    private static List<String> printed(String command) {
        List<String> files = new ArrayList<>();
        for (String part : command.split("&&", MAX_FILES + 1)) {
            Matcher file = FILE.matcher(part.strip());
            if (!file.lookingAt()) {
                return List.of();
            }
            files.add(file.group(1));
        }
        return files;
    }

    /** The files that a call of an editing tool patches. */
    private static List<String> patched(CallKind kind, List<Argument> arguments) {
        return arguments.stream()
                .filter(_ -> kind == CallKind.WRITE)
                .map(argument -> patched(argument.value()))
                .filter(files -> !files.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The files that a patch changes, each once. */
    private static List<String> patched(String text) {
        Set<String> files = new LinkedHashSet<>();
        Matcher patch = PATCH.matcher(text);
        while (files.size() < MAX_FILES && patch.find()) {
            files.add(patch.group(1).strip());
        }
        return List.copyOf(files);
    }

    /** The kind by the words of a tool's name, such as {@code read_file} or {@code BashTool}; the last match wins. */
    private static CallKind byName(String tool) {
        CallKind kind = CallKind.OTHER;
        Matcher words = WORD.matcher(tool);
        while (words.find()) {
            String word = words.group().toLowerCase(Locale.ROOT);
            for (Map.Entry<CallKind, Set<String>> named : BY_NAME.entrySet()) {
                kind = named.getValue().contains(word) ? named.getKey() : kind;
            }
        }
        return kind;
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
        return TextCut.to(flat, GIST_CHARACTERS);
    }
}
