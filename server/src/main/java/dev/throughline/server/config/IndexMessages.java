package dev.throughline.server.config;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of new messages of a person after which a session is given a name and a summary. Names are a convenience,
 * so a malformed number does not prevent the start: it is reported, and sessions are indexed only on request.
 */
final class IndexMessages {
    static final int DEFAULT = 5;

    private static final Logger LOG = LoggerFactory.getLogger(IndexMessages.class);
    private static final int MOST = 10_000;
    private static final int ONLY_ON_REQUEST = 0;

    private IndexMessages() {}

    static int of(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 0 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            LOG.debug("the number cannot be read", e);
        }
        LOG.warn(
                "sessions are named only on request: sessions.index_messages must be a number from 0 to {}, but is"
                        + " '{}'; correct it and restart the gateway",
                MOST,
                text);
        return ONLY_ON_REQUEST;
    }
}
