package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.session.Ending;
import dev.throughline.replay.session.ReplayedSession;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Judges what a client was answered in a turn. */
public final class Verdict {
    private static final List<String> OVERFLOWS = List.of(
            "prompt is too long", "context_length_exceeded", "maximum context length", "exceeds the context window");
    private static final int SHOWN = 200;

    private Verdict() {}

    /** How the turn ended for this client; what went wrong is noted in the session's books. */
    public static Ending of(PlayedClient client, ReplayedSession session, Dialect dialect) {
        client.headers().all().stream()
                .filter(header -> header.name().toLowerCase(Locale.ROOT).contains("bypass"))
                .forEach(header -> session.books().bypassed(header.value()));
        Bytes body = client.body();
        if (isOverflow(client.status(), body)) {
            return Ending.OVERFLOW;
        }
        if (client.status() != 200) {
            return failed(session, "HTTP " + client.status() + ": " + start(body));
        }
        return session.isGiven(body) && session.wasForwarded() ? Ending.OK : heard(body, session, dialect);
    }

    /** An answer that came with other bytes may still say the same. */
    private static Ending heard(Bytes body, ReplayedSession session, Dialect dialect) {
        Bytes given = AnswerWriter.of(dialect).stream(session.answer(), signature());
        Optional<Heard> expected = Heard.of(dialect, given);
        Optional<Heard> heard = Heard.of(dialect, body);
        if (heard.isEmpty()) {
            session.books().failed("turn " + session.turn() + ": unreadable answer: " + start(body));
        }
        if (heard.isEmpty() || !heard.equals(expected)) {
            return session.wasForwarded() ? Ending.DAMAGED : Ending.UNMATCHED;
        }
        return session.wasForwarded()
                ? Ending.OK
                : failed(session, "answered, but no request of this turn reached the model");
    }

    private static AnswerWriter.Signature signature() {
        return new AnswerWriter.Signature("expected", "", Billed.uncharged(0));
    }

    private static Ending failed(ReplayedSession session, String sentence) {
        session.books().failed("turn " + session.turn() + ": " + sentence);
        return Ending.FAILED;
    }

    private static String start(Bytes body) {
        String text = body.utf8();
        return text.substring(0, Math.min(SHOWN, text.length()));
    }

    static boolean isOverflow(int status, Bytes body) {
        String text = body.utf8();
        return (status >= 400 || text.contains("response.failed"))
                && OVERFLOWS.stream().anyMatch(text::contains);
    }
}
