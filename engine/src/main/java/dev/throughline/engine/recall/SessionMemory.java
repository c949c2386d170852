package dev.throughline.engine.recall;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import java.util.List;
import java.util.Optional;

/** What is remembered beyond one session, as the path of a turn needs it. Safe for use by many threads. */
public interface SessionMemory {
    /** What memory says about the newest words of a session. */
    Optional<String> block(SessionState.StateRequest request);

    /** The session's own notes, if it is known how far they go. */
    Optional<SessionState.Notes> notes(SessionRef session);

    /** The tools of memory that a session is offered. */
    List<LocalTool> tools(RecordedTurn recorded);

    /** Answers a call of one of them. */
    LocalTools.ToolAnswer answer(SessionRef session, LocalCall call);

    /** A way to find pieces of a session by what they mean. */
    PieceFinder finder(SessionRef session, Recall recall);
}
