package dev.throughline.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of a session as search names it, {@code sessions/ID/HANDLE}, which is no page but can be recalled. */
record SessionPiecePath(String session, String handle) {
    private static final Pattern PATH = Pattern.compile("sessions/([0-9a-f-]{8,36})/([0-9a-z]+)(?:#.*)?");

    static Optional<SessionPiecePath> of(String path) {
        Matcher matcher = PATH.matcher(path);
        return matcher.matches()
                ? Optional.of(new SessionPiecePath(matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    /** What opens it. */
    String command() {
        return "throughline recall " + session + " --id " + handle;
    }
}
