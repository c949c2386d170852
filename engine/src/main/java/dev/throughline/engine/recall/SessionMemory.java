package dev.throughline.engine.recall;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import java.util.List;
import java.util.Optional;

/** What a turn needs from memory. Safe for use by many threads. */
public interface SessionMemory {
    /** The memory block for the newest text of the user. */
    Optional<String> block(SessionState.StateRequest request);

    /** The session's own notes; empty if the last node that they describe is not known. */
    Optional<SessionState.Notes> notes(SessionRef session);

    /** The memory tools to add to the requests of a session. */
    List<LocalTool> tools(RecordedTurn recorded);

    /** Answers a call to a memory tool. */
    LocalTools.ToolAnswer answer(SessionRef session, LocalCall call);

    /** Keyword and semantic search over the pieces of a session. */
    PieceFinder finder(SessionRef session, Recall recall);
}
