package dev.throughline.simulator.replay;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.TurnEnding;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks the reply that a client got in a turn. */
public final class TurnVerdict {
    private static final List<String> OVERFLOWS = List.of(
            "prompt is too long", "context_length_exceeded", "maximum context length", "exceeds the context window");
    private static final int SHOWN = 200;

    private TurnVerdict() {}

    /** How the turn ended for this client; what went wrong is noted in the session's result. */
    public static TurnEnding of(ReplyCollector client, ReplayedSession session, SimulatedDialect dialect) {
        client.headers().all().stream()
                .filter(header -> header.name().toLowerCase(Locale.ROOT).contains("bypass"))
                .forEach(header -> session.result().bypassed(header.value()));
        Bytes body = client.body();
        if (isOverflow(client.status(), body)) {
            return TurnEnding.OVERFLOW;
        }
        if (client.status() != 200) {
            return failed(session, "HTTP " + client.status() + ": " + start(body));
        }
        return session.isGiven(body) && session.wasForwarded() ? TurnEnding.OK : compared(body, session, dialect);
    }

    /** An answer with other bytes may have the same meaning. */
    private static TurnEnding compared(Bytes body, ReplayedSession session, SimulatedDialect dialect) {
        Bytes given = ReplayModel.stream(
                dialect, session.answer(), ReplayModel.answered(session.answerIds(), JsonNodes.object(), Usage.NONE));
        Optional<StreamedAnswer.Content> expected = StreamedAnswer.read(dialect, given);
        Optional<StreamedAnswer.Content> found = StreamedAnswer.read(dialect, body);
        if (found.isEmpty()) {
            session.result().failed("turn " + session.turn() + ": unreadable answer: " + start(body));
        }
        if (found.isEmpty() || !found.equals(expected)) {
            return session.wasForwarded() ? TurnEnding.DAMAGED : TurnEnding.UNMATCHED;
        }
        return session.wasForwarded()
                ? TurnEnding.OK
                : failed(session, "answered, but no request of this turn reached the model");
    }

    private static TurnEnding failed(ReplayedSession session, String sentence) {
        session.result().failed("turn " + session.turn() + ": " + sentence);
        return TurnEnding.FAILED;
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
