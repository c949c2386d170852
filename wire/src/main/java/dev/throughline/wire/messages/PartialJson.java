package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import java.util.Locale;
import java.util.Optional;

/** JSON that was streamed inside JSON strings. */
final class PartialJson {
    private PartialJson() {}

    /** The JSON object that a raw JSON string holds; nothing if what it holds is no whole object. */
    static Optional<Bytes> whole(Bytes string) {
        return Members.text(string)
                .map(text -> Bytes.of(keepHalves(text)))
                .filter(json -> Members.of(json).isPresent());
    }

    /**
     * Half a surrogate pair has no UTF-8 form and would become a question mark. It can only stand inside a string of
     * the inner JSON, where its escape means the same.
     */
    private static String keepHalves(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                kept.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                kept.appendCodePoint(point);
            }
        });
        return kept.toString();
    }
}
