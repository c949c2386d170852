package dev.throughline.memory.session;

import dev.throughline.model.SessionRef;
import java.util.List;

/** Is told what memory does with sessions. Called on the thread that works; quick, and throws nothing. */
public interface MemoryListener {
    MemoryListener NONE = new MemoryListener() {};

    /** A session is shown this block of memory. */
    default void loaded(SessionRef session, String block) {}

    /** The writers of memory are given these pieces of a session. */
    default void reading(SessionRef session, List<String> pieces) {}

    /** They are done; each word is {@code writer=outcome}. */
    default void updated(SessionRef session, List<String> outcomes, boolean isSaved) {}
}
