package dev.throughline.memory.tool;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.SessionId;
import java.util.function.Predicate;

/** Reads recorded sessions for {@link SessionTools}. */
public interface SessionReader {
    /**
     * The visible session with this id, or whose id begins or ends with it.
     *
     * @throws dev.throughline.model.ProxyException if there is none or more than one
     */
    SessionCard named(String id, Predicate<SessionCard> isVisible);

    Recall recall(SessionId session);
}
