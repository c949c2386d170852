package dev.throughline.server.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What a session's agent is told of its notes.
 *
 * @param todoCharacters how much of a todo is told
 * @param pinnedCharacters how much of what is pinned is told
 * @param anchorCharacters how much of a session's notes is told when exchanges are gone
 */
public record StateSettings(Todo todo, int todoCharacters, int pinnedCharacters, int anchorCharacters) {
    /**
     * Whose todo.
     *
     * @param isTold whether agents are told of any
     * @param file the todo of sessions that have none of their own
     */
    public record Todo(boolean isTold, Optional<Path> file) {
        static final Todo OWN = new Todo(/* isTold= */ true, Optional.empty());
        static final Todo OFF = new Todo(/* isTold= */ false, Optional.empty());
    }

    static final ValueType<Todo> KIND =
            new ValueType<>("a path, on or off", (text, around) -> todo(text.strip(), around), StateSettings::shown);

    private static Todo todo(String text, Environment around) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException();
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> Todo.OWN;
            case "false", "off", "no", "0", "disable" -> Todo.OFF;
            default -> new Todo(/* isTold= */ true, Optional.of(around.path(text)));
        };
    }

    private static String shown(Todo todo) {
        return todo.isTold() ? todo.file().map(Path::toString).orElse("on") : "off";
    }
}
