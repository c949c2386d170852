package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a content in all dialects: texts, pictures, and sealed parts that only the provider can read. */
public final class ContentParts {
    private static final Set<String> PICTURES =
            Set.of("image", "document", "image_url", "file", "input_image", "input_file", "computer_screenshot");

    /** Members that hold a text only the provider can read, or base 64; those of pictures are not looked at. */
    private static final Set<String> SEALED = Set.of(
            "encrypted_content", "encrypted_index", "encrypted_stdout", "signature", "thought_signature", "data");

    private ContentParts() {}

    /** The text of a content: of a string itself, of a list its text parts, one per line. */
    public static String text(@Nullable Json content) {
        return texts(content).collect(Collectors.joining("\n"));
    }

    private static Stream<String> texts(@Nullable Json content) {
        return switch (content) {
            case Json.Arr array -> array.elements().stream().flatMap(ContentParts::texts);
            case Json.Obj part when part.type().equals("search_result") -> texts(part.get("content"));
            case Json part -> textOf(part).map(Json.Text::value).stream();
            case null -> Stream.empty();
        };
    }

    /** The text of a part. */
    static Optional<Json.Text> textOf(Json part) {
        return switch (part) {
            case Json.Text text -> Optional.of(text);
            case Json.Obj object when object.get("text") instanceof Json.Text text -> Optional.of(text);
            case Json.Obj object when object.get("refusal") instanceof Json.Text text -> Optional.of(text);
            case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _, Json.Nil _ -> Optional.empty();
        };
    }

    /** Whether this message or result has a content that is not empty. */
    public static boolean isFilled(Json.Obj holder) {
        return !holder.text("content").orElse("").isEmpty()
                || !holder.list("content").isEmpty();
    }

    /** Whether a content consists of texts and pictures only, so that a text can replace it. */
    public static boolean isPlain(@Nullable Json content) {
        return switch (content) {
            case null -> true;
            case Json.Text _, Json.Nil _ -> true;
            case Json.Arr array -> array.elements().stream().allMatch(ContentParts::isPlainPart);
            case Json.Obj _, Json.Num _, Json.Bool _ -> false;
        };
    }

    private static boolean isPlainPart(Json part) {
        return textOf(part).isPresent()
                || (part instanceof Json.Obj object
                        && (isPicture(object) || object.type().equals("search_result")));
    }

    private static boolean isPicture(Json.Obj part) {
        return PICTURES.contains(part.type());
    }

    /** How many images, documents and files this value contains. */
    public static int pictures(Json value) {
        return switch (value) {
            case Json.Obj part when isPicture(part) -> 1;
            case Json.Obj object ->
                inside(object).values().stream()
                        .mapToInt(ContentParts::pictures)
                        .sum();
            case Json.Arr array ->
                array.elements().stream().mapToInt(ContentParts::pictures).sum();
            case Json.Text _, Json.Num _, Json.Bool _, Json.Nil _ -> 0;
        };
    }

    /** The bytes in this value that only the provider can read. */
    public static long sealedBytes(Json value) {
        return switch (value) {
            case Json.Obj part when isPicture(part) -> 0;
            case Json.Obj object ->
                inside(object).entrySet().stream()
                        .mapToLong(member -> sealedBytes(member.getKey(), member.getValue()))
                        .sum();
            case Json.Arr array ->
                array.elements().stream().mapToLong(ContentParts::sealedBytes).sum();
            case Json.Text _, Json.Num _, Json.Bool _, Json.Nil _ -> 0;
        };
    }

    private static long sealedBytes(String name, Json member) {
        boolean isSealed = member instanceof Json.Text && SEALED.contains(name);
        return isSealed ? member.span().length() - 2 : sealedBytes(member);
    }

    /** The members of an object without the input of a call, whose names are chosen by the author of the tool. */
    private static Map<String, Json> inside(Json.Obj object) {
        return object.members().entrySet().stream()
                .filter(member -> !member.getKey().equals("input"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** A text as a JSON string, for a place where providers refuse a blank text. */
    public static Bytes quotedText(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("The text is blank (" + text.length() + " characters).");
        }
        return JsonBuilder.quoted(text);
    }

    /** A part of this type that holds a raw JSON string. */
    public static Bytes text(String type, Bytes quoted) {
        return JsonBuilder.object("type", type, "text", quoted);
    }

    /** A list of text parts of this type, one for each raw JSON string. */
    public static Bytes list(String type, List<Bytes> quoted) {
        return JsonBuilder.array(quoted.stream().map(text -> text(type, text)).toList());
    }

    /** Inserts a part at this index of a list; the size of the list adds it at the end. */
    public static void add(Json.Arr list, int index, Bytes part, JsonEdits edits) {
        List<Json> parts = list.elements();
        if (index < parts.size()) {
            edits.insert(
                    parts.get(index).span().start(),
                    new JsonBuilder().add(part).add(",").toBytes());
        } else if (parts.isEmpty()) {
            edits.insert(list.span().start() + 1, part);
        } else {
            edits.insert(
                    parts.getLast().span().end(),
                    new JsonBuilder().add(",").add(part).toBytes());
        }
    }

    /**
     * A content with a text before its own: a list gets one more part at {@code index}, a string becomes a list of two,
     * and an empty content becomes one part.
     */
    public static void prepend(Json.Obj message, String type, int index, Bytes quoted, JsonEdits edits) {
        Json content = message.get("content");
        if (content instanceof Json.Arr list) {
            add(list, index, text(type, quoted), edits);
            return;
        }
        List<Bytes> texts = new ArrayList<>(List.of(quoted));
        if (content instanceof Json.Text own && !own.value().isEmpty()) {
            texts.add(edits.raw(own.span()));
        }
        edits.set(message, "content", list(type, texts));
    }
}
