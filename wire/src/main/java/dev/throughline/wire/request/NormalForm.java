package dev.throughline.wire.request;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences that two forms of the same item may have, as a table. Each dialect has its table, and each entry has
 * a test.
 *
 * <p>Members that are null are dropped everywhere but below {@code verbatim}.
 *
 * @param dropped members that are ignored, at any depth
 * @param droppedAtTop members that are ignored in the item itself, but not deeper inside
 * @param droppedIfEmpty members that are ignored if they are an empty list
 * @param droppedIfFalse members of the item that are ignored if they are false
 * @param callIds members of the item that contain the id of a call: only letters and digits count, since some clients
 *     remove the rest
 * @param blocks members of the item in which a string is the same as a list of one text block
 * @param verbatim members whose value is defined by the tool and is not changed
 * @param defaults members of the item that have this text when they are missing
 */
public record NormalForm(
        Set<String> dropped,
        Set<String> droppedAtTop,
        Set<String> droppedIfEmpty,
        Set<String> droppedIfFalse,
        Set<String> callIds,
        Set<String> blocks,
        Set<String> verbatim,
        Map<String, String> defaults) {

    /** The normal form of an item in which a string is the same as a block of this type. */
    public Json.Obj of(Json.Obj item, String blockType) {
        Map<String, Json> members = new LinkedHashMap<>();
        defaults.forEach((name, text) -> members.put(name, new Json.Text(text)));
        item.members().forEach((name, value) -> {
            Json kept = topMember(name, value, blockType);
            if (kept != null) {
                members.put(name, kept);
            }
        });
        return new Json.Obj(item.span(), members);
    }

    /** The text block that a string is the same as. */
    public static Json.Obj block(String type, String text) {
        return new Json.Obj(Json.NOWHERE, Map.of("type", new Json.Text(type), "text", new Json.Text(text)));
    }

    private @Nullable Json topMember(String name, Json value, String blockType) {
        boolean isDropped = droppedAtTop.contains(name)
                || (droppedIfFalse.contains(name) && value instanceof Json.Bool flag && !flag.value());
        if (isDropped) {
            return null;
        }
        if (value instanceof Json.Text text && callIds.contains(name)) {
            return new Json.Text(lettersAndDigits(text.value()));
        }
        if (value instanceof Json.Text text && blocks.contains(name)) {
            return new Json.Arr(text.span(), List.of(block(blockType, text.value())));
        }
        return member(name, value);
    }

    private @Nullable Json member(String name, Json value) {
        boolean isEmpty = value instanceof Json.Arr array && array.elements().isEmpty();
        if (dropped.contains(name) || value instanceof Json.Nil || (isEmpty && droppedIfEmpty.contains(name))) {
            return null;
        }
        return verbatim.contains(name) ? value : inside(value);
    }

    private Json inside(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                Map<String, Json> members = new LinkedHashMap<>();
                object.members().forEach((name, inner) -> {
                    Json kept = member(name, inner);
                    if (kept != null) {
                        members.put(name, kept);
                    }
                });
                yield new Json.Obj(object.span(), members);
            }
            case Json.Arr array -> {
                List<Json> elements = new ArrayList<>(array.elements().size());
                array.elements().forEach(element -> elements.add(inside(element)));
                yield new Json.Arr(array.span(), elements);
            }
            case Json.Text _, Json.Num _, Json.Bool _, Json.Nil _ -> value;
        };
    }

    private static String lettersAndDigits(String id) {
        StringBuilder kept = new StringBuilder(id.length());
        id.codePoints().filter(Character::isLetterOrDigit).forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
