package dev.throughline.memory.project;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.RawObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the folder that an agent works in. Agents write it into their requests, at the beginning of a session and when
 * it changes, each in its own format:
 *
 * <pre>
 *   Codex        &lt;cwd&gt;/home/ada/parser&lt;/cwd&gt;
 *   Claude Code  Primary working directory: /home/ada/parser
 *   pi           &lt;cwd&gt;, a line break, /home/ada/parser; before 0.87: Current working directory: /home/ada/parser
 * </pre>
 */
public final class WorkingFolder {
    /** Applied to JSON strings, in which a backslash begins the escape that ends the line. */
    private static final Pattern FOLDER =
            Pattern.compile("(?:<cwd>(?:\\s|\\\\n)*|[Ww]orking directory: |[Cc]wd: )(/[^<\"\\\\\n]+)");

    /** Agents that always work for the one person who started them. */
    private static final Set<String> PERSONAL = Set.of("claude", "codex", "pi", "droid", "warp");

    private WorkingFolder() {}

    /** Whether an agent works for one person, so that its messages are written by the agent or by that person. */
    public static boolean isPersonal(String client) {
        return PERSONAL.contains(client);
    }

    /** The folder in the environment block at the beginning of a message of Codex. */
    public static Optional<Path> ofBlock(String json) {
        return json.contains("\"<environment_context>") ? of(json) : Optional.empty();
    }

    /**
     * The folder that a line of an agent's own session file names, in the member {@code cwd} of the line or of its
     * {@code payload}.
     */
    public static Optional<Path> ofFileLine(Bytes line) {
        Optional<RawObject> object = RawObject.of(line);
        try {
            return object.flatMap(each -> each.text("cwd"))
                    .or(() -> object.flatMap(each -> each.object("payload")).flatMap(payload -> payload.text("cwd")))
                    .filter(folder -> folder.startsWith("/"))
                    .map(Path::of);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The folder that a text names. */
    public static Optional<Path> of(String json) {
        Matcher matcher = FOLDER.matcher(json);
        try {
            return matcher.find() ? Optional.of(Path.of(matcher.group(1).strip())) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
