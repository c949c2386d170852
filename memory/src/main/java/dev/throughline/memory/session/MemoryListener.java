package dev.throughline.memory.session;

import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.model.SessionRef;
import java.util.List;

/** Receives events about the memory of sessions. Methods run on the working thread, are quick and do not throw. */
public interface MemoryListener {
    MemoryListener NONE = new MemoryListener() {};

    /** A session is shown this block of memory. */
    default void loaded(SessionRef session, String block) {}

    /** The memory writers have read these texts of a session. */
    default void reading(SessionRef session, List<String> pieces) {}

    /** The memory writers are done; each outcome is {@code writer=result}. */
    default void updated(SessionRef session, List<String> outcomes, boolean isSaved) {}

    /** An attempt to write the name and the summary of a session ended. */
    default void indexed(IndexAttempt attempt) {}
}
