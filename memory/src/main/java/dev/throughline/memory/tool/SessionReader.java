package dev.throughline.memory.tool;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.SessionId;
import java.util.function.Predicate;

/** Reads recorded sessions for {@link SessionTools}. */
public interface SessionReader {
    /**
     * The session that an id, its first or its last letters name, among those that the caller may see.
     *
     * @throws dev.throughline.model.ProxyException if it names none or several
     */
    SessionCard named(String id, Predicate<SessionCard> isVisible);

    Recall recall(SessionId session);
}
