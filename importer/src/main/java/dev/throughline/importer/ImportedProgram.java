package dev.throughline.importer;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A program whose sessions can be imported, and where it stores them. */
public enum ImportedProgram {
    CODEX("CODEX_HOME", ".codex", "sessions"),
    CLAUDE("CLAUDE_CONFIG_DIR", ".claude", "projects"),
    PI("PI_CODING_AGENT_DIR", ".pi/agent", "sessions"),
    OPENCLAW("OPENCLAW_STATE_DIR", ".openclaw", "");

    private final String variable;
    private final String folder;
    private final String sessions;

    ImportedProgram(String variable, String folder, String sessions) {
        this.variable = variable;
        this.folder = folder;
        this.sessions = sessions;
    }

    /** The name by which the user selects it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The folder that contains its sessions; it may not exist.
     *
     * @param variables returns the value of an environment variable
     */
    public Path folder(Path userHome, Function<String, Optional<String>> variables) {
        Path root = variables.apply(variable).map(userHome::resolve).orElseGet(() -> userHome.resolve(folder));
        return sessions.isEmpty() ? root : root.resolve(sessions);
    }
}
