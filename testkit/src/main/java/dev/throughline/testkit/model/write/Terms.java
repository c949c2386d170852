package dev.throughline.testkit.model.write;

import dev.throughline.model.Usage;
import dev.throughline.testkit.model.shape.Json;
import dev.throughline.testkit.model.shape.Seal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/**
 * What an answer needs beside its words.
 *
 * @param seed differs from request to request; all ids of the answer are derived from it
 * @param request the request that is answered
 * @param usage what is billed, the answer included
 */
public record Terms(String seed, JsonNode request, Usage usage, Instant now, Seal seal) {
    private static final int ID_LETTERS = 32;

    /** An id of this answer: always the same for the same prefix and number. */
    String id(String prefix, int number) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((seed + '/' + prefix + number).getBytes(StandardCharsets.UTF_8));
            return prefix + HexFormat.of().formatHex(digest).substring(0, ID_LETTERS);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }

    String model() {
        return Json.text(request, "model");
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

    /** Makes the name of a sealed value. */
    String sealed(String kind, String content, int number) {
        return seal.issue(kind, content, id(kind, number));
    }
}
