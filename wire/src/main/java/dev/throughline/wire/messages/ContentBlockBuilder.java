package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One content block of a streamed message: the object that began it, and what its deltas added.
 *
 * <p>Every member of the beginning stays, in its order and with its exact value, unless a delta changes it.
 *
 * <pre>
 *   text_delta         text          is appended to {@code text} without decoding
 *   thinking_delta     thinking      likewise
 *   signature_delta    signature     likewise
 *   compaction_delta   content       likewise
 *   citations_delta    citation      is added to the array {@code citations}
 *   input_json_delta   partial_json  all of them together, unescaped, are the value of {@code input}
 * </pre>
 *
 * <p>An input that was cut is not JSON. It is then stored as a JSON string, which a complete input never is.
 */
final class ContentBlockBuilder {
    private final RawObject begun;
    private final Map<String, JsonBuilder> texts = new LinkedHashMap<>();
    private final JsonBuilder input = new JsonBuilder();
    private final List<Bytes> citations = new ArrayList<>();

    private ContentBlockBuilder(RawObject begun) {
        this.begun = begun;
    }

    static Optional<ContentBlockBuilder> of(Bytes begun) {
        return RawObject.of(Bytes.of(begun.toArray())).map(ContentBlockBuilder::new);
    }

    /** Returns false if the kind of the delta is unknown. */
    boolean grow(RawObject delta) {
        return switch (delta.text("type").orElse("")) {
            case "text_delta" -> text("text", delta);
            case "thinking_delta" -> text("thinking", delta);
            case "signature_delta" -> text("signature", delta);
            case "compaction_delta" -> text("content", delta);
            case "input_json_delta" ->
                delta.inner("partial_json").map(input::add).isPresent();
            case "citations_delta" ->
                delta.raw("citation")
                        .map(citation -> citations.add(Bytes.of(citation.toArray())))
                        .isPresent();
            default -> false;
        };
    }

    /** The whole block. */
    Bytes toBytes() {
        Map<String, Bytes> changed = changed();
        if (changed.isEmpty()) {
            return begun.raw();
        }
        JsonBuilder block = new JsonBuilder().add("{");
        for (Member member : begun.members()) {
            Bytes value = changed.remove(member.name());
            block.member(member.name(), value == null ? member.raw() : value);
        }
        changed.forEach(block::member);
        return block.add("}").toBytes();
    }

    private boolean text(String name, RawObject delta) {
        Optional<Bytes> added = delta.inner(name);
        added.ifPresent(inner -> texts.computeIfAbsent(name, this::beginning).add(inner));
        return added.isPresent();
    }

    private JsonBuilder beginning(String name) {
        JsonBuilder text = new JsonBuilder();
        begun.inner(name).ifPresent(text::add);
        return text;
    }

    private Map<String, Bytes> changed() {
        Map<String, Bytes> changed = new LinkedHashMap<>();
        texts.forEach((name, text) -> changed.put(name, text.asString()));
        if (!input.isEmpty()) {
            changed.put("input", whole(input.asString()).orElseGet(input::asString));
        }
        if (!citations.isEmpty()) {
            JsonBuilder array = new JsonBuilder().add("[");
            begun.array("citations").ifPresent(before -> before.forEach(array::element));
            citations.forEach(array::element);
            changed.put("citations", array.add("]").toBytes());
        }
        return changed;
    }

    /**
     * The JSON object in a raw JSON string; empty if the string does not contain a whole object. Half a surrogate pair
     * can only stand inside a string of the object, where its escape means the same.
     */
    static Optional<Bytes> whole(Bytes string) {
        return RawObject.text(string)
                .map(text -> JsonBuilder.replaceHalves(text, half -> String.format(Locale.ROOT, "\\u%04x", half)))
                .map(Bytes::of)
                .filter(json -> RawObject.of(json).isPresent());
    }
}
