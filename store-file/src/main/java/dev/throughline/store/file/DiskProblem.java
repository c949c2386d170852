package dev.throughline.store.file;

import org.slf4j.Logger;

/**
 * The reason why a part of the store cannot write, if it cannot. It is logged when it begins and when it ends, and not
 * for every failure between: a full disk would fill the log, too. Safe for use by many threads; one thread reports.
 */
final class DiskProblem {
    private final Logger log;
    private final String what;
    private volatile String text = "";

    /** @param what the problem in words, as in {@code the journal cannot be written} */
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
            log.info("this problem is over: {}", what);
            text = "";
        }
    }

    /** The current problem; empty if there is none. */
    String text() {
        return text;
    }
}
