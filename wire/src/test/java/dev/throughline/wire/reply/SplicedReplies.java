package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.dialects.Dialects;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The result of feeding rounds to a splicer byte by byte. In test streams, {@code '} stands for a quote.
 *
 * @param relayed what was relayed before the end of each round
 * @param finished what the finish added
 */
public record SplicedReplies(List<ReplyRound> rounds, List<String> relayed, String finished) {
    public static final Set<String> LOCAL = Set.of("recall", "memory_get");

    /** Feeds all rounds and finishes. */
    public static SplicedReplies of(Dialect dialect, ReplyForm form, String... replies) {
        ReplySplicer splicer = Dialects.of(dialect).localTools().splicer(LOCAL, form);
        List<ReplyRound> rounds = new ArrayList<>();
        List<String> relayed = new ArrayList<>();
        for (String reply : replies) {
            relayed.add(feed(splicer, reply));
            rounds.add(splicer.endRound());
        }
        return new SplicedReplies(rounds, relayed, splicer.finish().utf8());
    }

    /** Feeds a reply byte by byte and returns what was relayed at once. */
    public static String feed(ReplySplicer splicer, String reply) {
        byte[] bytes = Bytes.of(reply).toArray();
        ByteArrayOutputStream relayed = new ByteArrayOutputStream();
        for (byte one : bytes) {
            relayed.writeBytes(splicer.feed(new byte[] {one}, 0, 1).toArray());
        }
        return relayed.toString(StandardCharsets.UTF_8);
    }

    /** An event stream of data lines, each an event without a name. */
    public static String unnamed(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String one : data) {
            stream.append("data: ").append(quoted(one)).append("\n\n");
        }
        return stream.toString();
    }

    /** An event stream; the name of each event is the type in its data. */
    public static String named(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String one : data) {
            String type = one.substring(one.indexOf(":'") + 2, one.indexOf("'", one.indexOf(":'") + 2));
            stream.append("event: ")
                    .append(type)
                    .append("\ndata: ")
                    .append(quoted(one))
                    .append("\n\n");
        }
        return stream.toString();
    }

    /** JSON as tests write it. */
    public static String quoted(String text) {
        return text.replace('\'', '"');
    }

    /** All that the client received. */
    public String received() {
        return String.join("", relayed) + finished;
    }

    /** A round with a result for each of its calls. */
    public static AnsweredRound answered(ReplyRound round) {
        return new AnsweredRound(
                round,
                round.calls().stream()
                        .map(call -> new LocalResult(call.id(), "found " + call.name(), /* isError= */ false))
                        .toList());
    }
}
