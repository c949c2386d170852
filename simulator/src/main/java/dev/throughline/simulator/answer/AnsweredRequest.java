package dev.throughline.simulator.answer;

import dev.throughline.model.Usage;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ValueSigner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What an answer needs in addition to its content.
 *
 * @param ids names the answer and its parts
 * @param request the request that is answered
 * @param usage what is billed, the answer included
 * @param pieceCharacters how many characters of a text at least go into one event
 */
public record AnsweredRequest(
        Ids ids, JsonNode request, Usage usage, Instant now, ValueSigner signer, int pieceCharacters) {
    /** About the length of a few tokens. */
    private static final int USUAL_CHARACTERS = 16;

    private static final int ID_LETTERS = 32;
    private static final int MOST_PIECES = 256;

    /** Makes ids: always the same for the same prefix and number. */
    @FunctionalInterface
    public interface Ids {
        String id(String prefix, int number);

        /** Ids that look random and are derived from a seed, which differs from request to request. */
        static Ids of(String seed) {
            return (prefix, number) -> {
                try {
                    byte[] digest = MessageDigest.getInstance("SHA-256")
                            .digest((seed + '/' + prefix + number).getBytes(StandardCharsets.UTF_8));
                    return prefix + HexFormat.of().formatHex(digest).substring(0, ID_LETTERS);
                } catch (NoSuchAlgorithmException missing) {
                    throw new IllegalStateException("every Java has SHA-256", missing);
                }
            };
        }
    }

    /** An answer whose ids are derived from a seed, in pieces of the usual size. */
    public static AnsweredRequest of(String seed, JsonNode request, Usage usage, Instant now, ValueSigner signer) {
        return new AnsweredRequest(Ids.of(seed), request, usage, now, signer, USUAL_CHARACTERS);
    }

    String id(String prefix, int number) {
        return ids.id(prefix, number);
    }

    /** The id of a call: its own, or one that is derived. */
    String callId(AnswerPart part, String prefix, int number) {
        String own =
                switch (part) {
                    case AnswerPart.Call call -> call.id();
                    case AnswerPart.CustomCall call -> call.id();
                    case AnswerPart.Text _,
                            AnswerPart.Reasoning _,
                            AnswerPart.Compaction _,
                            AnswerPart.Refusal _,
                            AnswerPart.Flood _ -> "";
                };
        return own.isEmpty() ? id(prefix, number) : own;
    }

    /** The text of a part in the pieces in which it is streamed, none of them cut inside a character. */
    Stream<String> pieces(AnswerPart part) {
        if (part instanceof AnswerPart.Flood(int events, int bytes)) {
            return Stream.generate(() -> "x".repeat(bytes)).limit(events);
        }
        int[] characters = part.text().codePoints().toArray();
        int size = Math.max(pieceCharacters, characters.length / MOST_PIECES + 1);
        int count = (characters.length + size - 1) / size;
        return IntStream.range(0, count)
                .mapToObj(i -> new String(characters, i * size, Math.min(size, characters.length - i * size)));
    }

    String model() {
        return JsonNodes.text(request, "model");
    }

    long seconds() {
        return now.getEpochSecond();
    }

    /** Whether the client asked for this in its {@code include} list. */
    boolean includes(String wanted) {
        for (JsonNode included : request.path("include")) {
            if (included.asString("").equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Signs an opaque value. */
    String signed(String kind, String content, int number) {
        return signer.issue(kind, content, id(kind, number));
    }
}
