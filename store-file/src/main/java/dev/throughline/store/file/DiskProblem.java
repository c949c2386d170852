package dev.throughline.store.file;

import org.slf4j.Logger;

/**
 * What keeps a part of the store from writing, if anything does. It is logged when it begins and when it is over, and
 * not at every turn between: a disk that is full would fill its log, too. Safe for use by many threads; one reports.
 */
final class DiskProblem {
    private final Logger log;
    private final String what;
    private volatile String text = "";

    /** @param what what cannot be done while there is trouble, like {@code the journal cannot be written} */
    DiskProblem(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    void found(Throwable cause) {
        if (text.isEmpty()) {
            log.error("{}: {}", what, Home.describe(cause), cause);
        }
        text = what + ": " + Home.describe(cause);
    }

    void isOver() {
        if (!text.isEmpty()) {
            log.info("no longer so: {}", what);
            text = "";
        }
    }

    /** What it is; empty if there is none. */
    String text() {
        return text;
    }
}
