package dev.throughline.memory.project;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the folder that an agent works in. Agents tell it to their model, at the beginning of a session and when it
 * changes, each in its own words:
 *
 * <pre>
 *   Codex        &lt;cwd&gt;/home/ada/parser&lt;/cwd&gt;
 *   Claude Code  Primary working directory: /home/ada/parser
 *   pi           &lt;cwd&gt;, a line break, /home/ada/parser; before 0.87: Current working directory: /home/ada/parser
 * </pre>
 */
public final class WorkingFolder {
    /** In the JSON of the wire, where a backslash begins the escape that ends the line. */
    private static final Pattern FOLDER =
            Pattern.compile("(?:<cwd>(?:\\s|\\\\n)*|[Ww]orking directory: |[Cc]wd: )(/[^<\"\\\\\n]+)");

    /** Agents that work for the one person who started them, wherever they are. */
    private static final Set<String> PERSONAL = Set.of("claude", "codex", "pi", "droid", "warp");

    private WorkingFolder() {}

    /** Whether an agent works for one person, so that what stands in a message is its own or that person's. */
    public static boolean isPersonal(String client) {
        return PERSONAL.contains(client);
    }

    /** The folder in the block that begins a message of Codex. */
    public static Optional<Path> ofBlock(String json) {
        return json.contains("\"<environment_context>") ? of(json) : Optional.empty();
    }

    /** The folder that a text tells. */
    public static Optional<Path> of(String json) {
        Matcher told = FOLDER.matcher(json);
        try {
            return told.find() ? Optional.of(Path.of(told.group(1).strip())) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
