package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import java.util.Map;
import java.util.Optional;

/** The items that a session contains. Valid only during the work that it is passed to. */
public interface SessionItems {
    /** Whether a turn of the conversation was archived. */
    boolean hasConversation();

    boolean hasNode(Hash node);

    boolean hasItem(Hash item);

    /** Whether the exact bytes with this hash are archived in the session. */
    boolean hasSource(Hash source);

    /** Whether the session contains commands that Throughline answered. */
    boolean hasCommands();

    /** Whether an item is a command that Throughline answered. */
    boolean isCommand(Hash item);

    /** Whether an item is Throughline's own answer to a command. */
    boolean isCommandAnswer(Hash item);

    /** The last item that was said before the session, of what its client still sends. */
    Optional<Hash> beforeReset();

    /** The last nodes of the answers that were not sent to the client, by the nodes that they follow, oldest first. */
    Map<Hash, Hash> withheld();

    /** The items of a new session. */
    SessionItems NONE = new SessionItems() {
        @Override
        public boolean hasConversation() {
            return false;
        }

        @Override
        public boolean hasNode(Hash node) {
            return false;
        }

        @Override
        public boolean hasItem(Hash item) {
            return false;
        }

        @Override
        public boolean hasSource(Hash source) {
            return false;
        }

        @Override
        public boolean hasCommands() {
            return false;
        }

        @Override
        public boolean isCommand(Hash item) {
            return false;
        }

        @Override
        public boolean isCommandAnswer(Hash item) {
            return false;
        }

        @Override
        public Optional<Hash> beforeReset() {
            return Optional.empty();
        }

        @Override
        public Map<Hash, Hash> withheld() {
            return Map.of();
        }
    };
}
