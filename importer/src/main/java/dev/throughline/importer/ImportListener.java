package dev.throughline.importer;

import dev.throughline.engine.archive.SessionCard;

/** Is notified of imports, so that imported sessions are indexed like others. */
public interface ImportListener {
    /** Before the first line of a file is archived. Not called in a dry run. */
    void starting();

    /** Something was added to a session; called after a whole file. */
    void imported(SessionCard session);
}
