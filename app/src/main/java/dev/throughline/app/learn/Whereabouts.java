package dev.throughline.app.learn;

import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionRef;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out in which project a session is. Agents tell their model the folder that they work in, at the beginning of a
 * session, each in its own words:
 *
 * <pre>
 *   Codex        &lt;cwd&gt;/home/ada/parser&lt;/cwd&gt;
 *   Claude Code  Primary working directory: /home/ada/parser
 *   pi           Current working directory: /home/ada/parser
 * </pre>
 *
 * Safe for use by many threads.
 */
final class Whereabouts {
    /** What was kept first of a session; the folder is told there or not at all. */
    private static final int FIRST_ENTRIES = 512;

    private static final int MOST_REMEMBERED = 4_096;

    /** In the JSON of the wire, where a backslash begins the escape that ends the line. */
    private static final Pattern FOLDER = Pattern.compile("(?:<cwd>|[Ww]orking directory: |[Cc]wd: )(/[^<\"\\\\\n]+)");

    private final Store store;
    private final Projects projects;
    private final Map<SessionRef, Project> known = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Project> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    Whereabouts(Store store, Projects projects) {
        this.store = store;
        this.projects = projects;
    }

    /** The project of a session; the shared one where no folder is known. */
    Project of(SessionRef session) {
        synchronized (known) {
            Project project = known.get(session);
            if (project != null) {
                return project;
            }
        }
        Project project = folder(session).map(projects::of).orElseGet(projects::shared);
        synchronized (known) {
            known.put(session, project);
        }
        return project;
    }

    private Optional<Path> folder(SessionRef session) {
        for (Kept kept : store.entries(session, 0, FIRST_ENTRIES).items()) {
            if (kept.entry() instanceof Entry.Source source) {
                Optional<Path> found = folder(source.bytes().utf8());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    static Optional<Path> folder(String json) {
        Matcher said = FOLDER.matcher(json);
        try {
            return said.find() ? Optional.of(Path.of(said.group(1).strip())) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
