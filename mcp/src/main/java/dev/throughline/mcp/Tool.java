package dev.throughline.mcp;

import java.util.Map;

/**
 * A tool that agents may call.
 *
 * @param title a few words for people
 * @param description what a model has to know to use it well
 * @param schema the JSON schema of its arguments, an object
 * @param effect what a call does to the world
 */
public record Tool(String name, String title, String description, String schema, Effect effect, Answering answering) {
    /** What a call does. */
    public enum Effect {
        /** Nothing changes. */
        READS,
        /** Something is added, and nothing goes. */
        ADDS,
        /** Something goes; it can be brought back by hand. */
        DELETES
    }

    /** Answers calls. Called by many threads; may block. Arguments fit the schema. */
    @FunctionalInterface
    public interface Answering {
        Said answer(Map<String, Object> arguments);
    }

    /**
     * What the agent gets.
     *
     * @param text for the model
     * @param structured the same as members, for a program; empty if there is nothing to add to the text
     */
    public record Said(String text, Map<String, Object> structured, boolean isError) {
        public Said {
            structured = Map.copyOf(structured);
        }

        public static Said text(String text) {
            return new Said(text, Map.of(), /* isError= */ false);
        }

        public static Said error(String text) {
            return new Said(text, Map.of(), /* isError= */ true);
        }
    }
}
