package dev.throughline.memory.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A text without its secrets. Each secret is replaced by a mark with its kind, such as {@code [redacted:github-token]}.
 *
 * @param text the text with the marks
 * @param secrets where the secrets were in the original text, in order, without overlaps
 */
public record Redaction(String text, List<Secret> secrets) {
    public Redaction {
        secrets = List.copyOf(secrets);
    }

    /**
     * A range of the text that is a secret.
     *
     * @param kind a word or two, such as {@code github-token}
     */
    public record Secret(int start, int end, String kind) {}

    /** Removes the secrets from a text, in time proportional to its length. */
    public static Redaction of(String text) {
        List<Secret> found = new ArrayList<>();
        PrivateKeys.find(text, found);
        VendorKeys.find(text, found);
        SecretPatterns.find(text, found);
        AssignedSecrets.find(text, found);
        PasswordsInProse.find(text, found);
        UnlabelledKeys.find(text, found);
        if (found.isEmpty()) {
            return new Redaction(text, List.of());
        }
        List<Secret> secrets = merged(found);
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (Secret secret : secrets) {
            out.append(text, at, secret.start()).append("[redacted:" + secret.kind() + "]");
            at = secret.end();
        }
        return new Redaction(out.append(text, at, text.length()).toString(), secrets);
    }

    /** Sorts the secrets. Overlapping ones become one, with the kind of the first. */
    private static List<Secret> merged(List<Secret> found) {
        found.sort(Comparator.comparingInt(Secret::start).thenComparing(Secret::end, Comparator.reverseOrder()));
        List<Secret> merged = new ArrayList<>();
        for (Secret secret : found) {
            Secret last = merged.isEmpty() ? null : merged.getLast();
            if (last == null || secret.start() >= last.end()) {
                merged.add(secret);
            } else if (secret.end() > last.end()) {
                merged.set(merged.size() - 1, new Secret(last.start(), secret.end(), last.kind()));
            }
        }
        return merged;
    }
}
