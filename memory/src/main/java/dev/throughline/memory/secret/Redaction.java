package dev.throughline.memory.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A text without its secrets. Each is replaced by a mark that says what it was, {@code [redacted:github-token]}; the
 * words around it stay.
 *
 * @param text what is left
 * @param places where the secrets stood in the original, in order, none over another
 */
public record Redaction(String text, List<Place> places) {
    public Redaction {
        places = List.copyOf(places);
    }

    /**
     * Where a secret stands.
     *
     * @param what a word or two for its kind, such as {@code github-token}
     */
    public record Place(int start, int end, String what) {}

    /** Takes the secrets out of a text. The time it takes grows with the text's length, whatever the text is. */
    public static Redaction of(String text) {
        List<Place> found = new ArrayList<>();
        StructuredSecrets.find(text, found);
        VendorKeys.find(text, found);
        SecretHeaders.find(text, found);
        AssignedSecrets.find(text, found);
        PasswordsInProse.find(text, found);
        UnlabelledKeys.find(text, found);
        if (found.isEmpty()) {
            return new Redaction(text, List.of());
        }
        List<Place> places = apart(found);
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        for (Place place : places) {
            out.append(text, at, place.start())
                    .append("[redacted:")
                    .append(place.what())
                    .append(']');
            at = place.end();
        }
        return new Redaction(out.append(text, at, text.length()).toString(), places);
    }

    /** The places in order; of those that overlap the one that began first, as long as all of them together. */
    private static List<Place> apart(List<Place> found) {
        found.sort(Comparator.comparingInt(Place::start).thenComparing(Place::end, Comparator.reverseOrder()));
        List<Place> apart = new ArrayList<>();
        for (Place place : found) {
            Place last = apart.isEmpty() ? null : apart.getLast();
            if (last == null || place.start() >= last.end()) {
                apart.add(place);
            } else if (place.end() > last.end()) {
                apart.set(apart.size() - 1, new Place(last.start(), place.end(), last.what()));
            }
        }
        return apart;
    }
}
