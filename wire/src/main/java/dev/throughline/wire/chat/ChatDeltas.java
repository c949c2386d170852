package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Edits the {@code delta}s of a Chat stream: removes local calls and renumbers the client's calls.
 *
 * <p>A delta names its call by {@code index}, or by an {@code id} that is new; one without either continues the call
 * before it.
 */
final class ChatDeltas {
    private final Predicate<RawObject> isLocal;
    private final Map<String, Integer> shown;
    private final Set<String> hidden;
    private final Map<String, Integer> counts = new HashMap<>();
    private String last = "";

    /** {@code shown} and {@code hidden} are those of the {@link ChatEventSplicer}, by choice and call. */
    ChatDeltas(Predicate<RawObject> isLocal, Map<String, Integer> shown, Set<String> hidden) {
        this.isLocal = isLocal;
        this.shown = shown;
        this.hidden = hidden;
    }

    /** Begins a round. Its calls are new calls, although they have the same numbers. */
    void begin() {
        last = "";
    }

    /** Adds the edits of these choices; returns whether anything is left in them for the client. */
    boolean take(List<Member> choices, JsonEdits edits, boolean keepsRole) {
        boolean hasContent = false;
        for (Member element : choices) {
            Optional<RawObject> choice = element.object();
            String place =
                    choice.flatMap(found -> found.raw("index")).map(Bytes::utf8).orElse("0");
            Optional<RawObject> delta = choice.flatMap(found -> found.object("delta"));
            hasContent |= delta.isPresent() && take(delta.get(), place, edits, keepsRole);
        }
        return hasContent;
    }

    private boolean take(RawObject delta, String place, JsonEdits edits, boolean keepsRole) {
        JsonBuilder left = new JsonBuilder().add("{");
        boolean hasContent = false;
        boolean isChanged = false;
        for (Member member : delta.members()) {
            Bytes value = member.name().equals("tool_calls") ? calls(member, place) : member.raw();
            boolean isRole = member.name().equals("role");
            boolean isGone =
                    (isRole && !keepsRole) || (value.isEmpty() && !member.raw().isEmpty());
            isChanged |= isGone || !value.equals(member.raw());
            if (!isGone) {
                left.member(member.name(), value);
                hasContent |= (isRole && isEmpty(delta)) || (!isRole && !isEmpty(value));
            }
        }
        if (isChanged) {
            edits.replace(delta.raw(), left.add("}").toBytes());
        }
        return hasContent;
    }

    /** The calls without local ones; empty if none is left. */
    private Bytes calls(Member member, String place) {
        List<Bytes> left = new ArrayList<>();
        List<Member> calls = member.elements().orElse(List.of());
        boolean isChanged = false;
        for (Member call : calls) {
            Optional<RawObject> object = call.object();
            last = object.flatMap(ChatMessageBuilder::name).orElse(last);
            String key = place + "/" + last;
            if (object.isPresent() && isHidden(key, object.get())) {
                isChanged = true;
                continue;
            }
            Integer number = shown.computeIfAbsent(key, unseen -> counts.merge(place, 1, Integer::sum) - 1);
            JsonEdits edits = new JsonEdits(call.raw());
            object.flatMap(found -> found.raw("index"))
                    .ifPresent(index -> edits.replace(index, Bytes.of(number.toString())));
            left.add(edits.isEmpty() ? call.raw() : edits.toBytes());
            isChanged |= !edits.isEmpty();
        }
        return !isChanged ? member.raw() : left.isEmpty() ? Bytes.EMPTY : JsonBuilder.array(left);
    }

    private boolean isHidden(String key, RawObject call) {
        if (!shown.containsKey(key) && isLocal.test(call)) {
            hidden.add(key);
        }
        return hidden.contains(key);
    }

    /** Whether a delta contains nothing but a role. Only such a delta is sent for its role: it opens the message. */
    static boolean isEmpty(RawObject delta) {
        return delta.members().stream().allMatch(member -> member.name().equals("role") || isEmpty(member.raw()));
    }

    private static boolean isEmpty(Bytes value) {
        return RawObject.first(value) == 'n' || value.equals(Bytes.of("\"\"")) || value.equals(Bytes.of("[]"));
    }
}
