package dev.throughline.wire.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes {@link Hidden} as one JSON text and reads it again.
 *
 * <pre>
 *   {"format": 1,
 *    "rounds": [
 *      {"seen":  [[KIND, ID, LENGTH], …],     what the client saw: the kind's word, the id or hash, UTF-16 units
 *       "pairs": [[AFTER, CALL, RESULT], …],  calls it did not see: how much it saw before, call and result as raw JSON
 *       "mixed": true | false}, …]}           whether the client answers other calls of the round
 * </pre>
 *
 * <p>Calls and results stand in it as the exact bytes that are put back, spaces and escapes included, so that what is
 * read is what was written. A format that is not known reads as nothing: then nothing is put back.
 */
public final class HiddenFormat {
    private static final long FORMAT = 1;

    private HiddenFormat() {}

    public static Bytes write(Hidden hidden) {
        RawJson text = new RawJson().add("{\"format\":" + FORMAT + ",\"rounds\":[");
        for (Stretch round : hidden.rounds()) {
            text.element(round(round));
        }
        return text.add("]}").toBytes();
    }

    public static Optional<Hidden> read(Bytes bytes) {
        try {
            return Members.of(bytes)
                    .filter(text -> text.number("format").orElse(0) == FORMAT)
                    .flatMap(text -> text.array("rounds"))
                    .map(rounds -> new Hidden(
                            rounds.stream().map(HiddenFormat::readRound).toList()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Bytes round(Stretch round) {
        RawJson text = new RawJson().add("{\"seen\":[");
        for (Seen seen : round.seen()) {
            text.element(
                    Bytes.of("[\"" + seen.kind().word() + "\",\"" + seen.id().text() + "\"," + seen.length() + "]"));
        }
        text.add("],\"pairs\":[");
        for (Pair pair : round.pairs()) {
            RawJson three = new RawJson().add("[").add(Integer.toString(pair.after()));
            text.element(
                    three.element(pair.call()).element(pair.result()).add("]").toBytes());
        }
        return text.add("],\"mixed\":" + round.isMixed() + "}").toBytes();
    }

    private static Stretch readRound(Bytes raw) {
        Members round = Members.of(raw).orElseThrow(HiddenFormat::unknown);
        List<Seen> seen = new ArrayList<>();
        for (Bytes one : round.array("seen").orElseThrow(HiddenFormat::unknown)) {
            List<Bytes> fields = three(one);
            seen.add(new Seen(
                    ItemKind.of(text(fields.getFirst())), new Hash(text(fields.get(1))), number(fields.getLast())));
        }
        List<Pair> pairs = new ArrayList<>();
        for (Bytes one : round.array("pairs").orElseThrow(HiddenFormat::unknown)) {
            List<Bytes> fields = three(one);
            pairs.add(new Pair(
                    number(fields.getFirst()),
                    fields.get(1).compact(),
                    fields.getLast().compact()));
        }
        boolean isMixed = round.raw("mixed").map(Bytes::utf8).orElse("").equals("true");
        return new Stretch(seen, pairs, isMixed);
    }

    private static List<Bytes> three(Bytes raw) {
        return Members.elements(raw).filter(fields -> fields.size() == 3).orElseThrow(HiddenFormat::unknown);
    }

    private static String text(Bytes raw) {
        return Members.text(raw).orElseThrow(HiddenFormat::unknown);
    }

    private static int number(Bytes raw) {
        int number = Integer.parseInt(raw.utf8());
        if (number < 0) {
            throw unknown();
        }
        return number;
    }

    private static IllegalArgumentException unknown() {
        return new IllegalArgumentException("expected what was hidden of an answer, found another shape");
    }
}
