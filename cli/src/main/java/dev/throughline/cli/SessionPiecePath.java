package dev.throughline.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path of an item of a session in search results, {@code sessions/ID/HANDLE}. */
record SessionPiecePath(String session, String handle) {
    private static final Pattern PATH = Pattern.compile("sessions/([0-9a-f-]{8,36})/([0-9a-z]+)(?:#.*)?");

    static Optional<SessionPiecePath> of(String path) {
        Matcher matcher = PATH.matcher(path);
        return matcher.matches()
                ? Optional.of(new SessionPiecePath(matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    String command() {
        return "throughline recall " + session + " --id " + handle;
    }
}
