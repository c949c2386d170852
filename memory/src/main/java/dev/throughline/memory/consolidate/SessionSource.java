package dev.throughline.memory.consolidate;

import dev.throughline.memory.conversation.Conversation;
import dev.throughline.model.SessionRef;
import java.time.Instant;
import java.util.List;

/** Where sessions come from; the application fills this from the archive. */
public interface SessionSource {
    /**
     * A session that may be finished.
     *
     * @param updated when something was last said in it
     */
    record Candidate(SessionRef session, Instant updated) {}

    /** Sessions of this workspace, newest first, without the one that is under way. */
    List<Candidate> candidates();

    Conversation read(SessionRef session);
}
