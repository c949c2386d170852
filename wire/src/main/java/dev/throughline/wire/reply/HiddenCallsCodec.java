package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes {@link HiddenCalls} as one JSON text and reads it again.
 *
 * <pre>
 *   {"format": 1,
 *    "rounds": [
 *      {"seen":  [[KIND, ID, LENGTH], …],     what the client saw: the kind's word, the id or hash, UTF-16 units
 *       "pairs": [[AFTER, CALL, RESULT], …],  calls it did not see: how much it saw before, call and result as raw JSON
 *       "mixed": true | false}, …]}           whether the client answers other calls of the round
 * </pre>
 *
 * <p>Calls and results are stored as the exact bytes that are put back, spaces and escapes included. If the format is
 * unknown, nothing is read and nothing is put back.
 */
public final class HiddenCallsCodec {
    private static final long FORMAT = 1;

    private HiddenCallsCodec() {}

    public static Bytes write(HiddenCalls hidden) {
        List<Bytes> rounds =
                hidden.rounds().stream().map(HiddenCallsCodec::round).toList();
        return JsonBuilder.object("format", FORMAT, "rounds", rounds);
    }

    private static Bytes round(HiddenRound round) {
        List<?> seen = round.seen().stream()
                .map(item -> List.of(item.kind().word(), item.id().text(), item.length()))
                .toList();
        List<?> pairs = round.calls().stream()
                .map(pair -> List.of(pair.after(), pair.call(), pair.result()))
                .toList();
        return JsonBuilder.object("seen", seen, "pairs", pairs, "mixed", round.isMixed());
    }

    public static Optional<HiddenCalls> read(Bytes bytes) {
        try {
            return RawObject.of(bytes)
                    .filter(text -> text.number("format").orElse(0) == FORMAT)
                    .flatMap(text -> text.array("rounds"))
                    .map(rounds -> new HiddenCalls(
                            rounds.stream().map(HiddenCallsCodec::readRound).toList()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static HiddenRound readRound(Bytes raw) {
        RawObject round = RawObject.of(raw).orElseThrow(HiddenCallsCodec::unknown);
        List<SeenItem> seen = new ArrayList<>();
        for (Bytes one : round.array("seen").orElseThrow(HiddenCallsCodec::unknown)) {
            List<Bytes> fields = three(one);
            seen.add(new SeenItem(
                    ItemKind.of(text(fields.getFirst())), new Hash(text(fields.get(1))), number(fields.getLast())));
        }
        List<HiddenCall> calls = new ArrayList<>();
        for (Bytes one : round.array("pairs").orElseThrow(HiddenCallsCodec::unknown)) {
            List<Bytes> fields = three(one);
            calls.add(new HiddenCall(
                    number(fields.getFirst()),
                    fields.get(1).compact(),
                    fields.getLast().compact()));
        }
        boolean isMixed = round.raw("mixed").map(Bytes::utf8).orElse("").equals("true");
        return new HiddenRound(seen, calls, isMixed);
    }

    private static List<Bytes> three(Bytes raw) {
        return RawObject.elements(raw).filter(fields -> fields.size() == 3).orElseThrow(HiddenCallsCodec::unknown);
    }

    private static String text(Bytes raw) {
        return RawObject.text(raw).orElseThrow(HiddenCallsCodec::unknown);
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
