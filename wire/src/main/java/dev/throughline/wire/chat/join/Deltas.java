package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Members.Member;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.parts.Patch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows the {@code delta}s of a Chat stream: takes local calls out of them and counts the client's calls anew.
 *
 * <p>A difference names its call by {@code index}, or by an {@code id} that is new; one without either goes on with the
 * call before it.
 */
final class Deltas {
    private final Set<String> localNames;
    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private String last = "";

    Deltas(Set<String> localNames) {
        this.localNames = localNames;
    }

    /** A round begins: its calls are others, though they have the same numbers. */
    void begin() {
        shown.clear();
        hidden.clear();
        last = "";
    }

    boolean hasLocalCall() {
        return !hidden.isEmpty();
    }

    boolean hasClientCall() {
        return !shown.isEmpty();
    }

    /** Notes the changes to these choices; says whether anything is left in them that the client should see. */
    boolean take(List<Bytes> choices, Patch patch, boolean keepsRole) {
        boolean says = false;
        for (Bytes raw : choices) {
            Optional<Members> choice = Members.of(raw);
            String place =
                    choice.flatMap(found -> found.raw("index")).map(Bytes::utf8).orElse("0");
            Optional<Bytes> delta = choice.flatMap(found -> found.raw("delta"));
            says |= delta.isPresent() && take(delta.get(), place, patch, keepsRole);
        }
        return says;
    }

    private boolean take(Bytes delta, String place, Patch patch, boolean keepsRole) {
        RawJson left = new RawJson().add("{");
        boolean says = false;
        boolean isChanged = false;
        for (Member member : Members.of(delta).map(Members::all).orElse(List.of())) {
            Bytes value = member.name().equals("tool_calls") ? calls(member.raw(), place) : member.raw();
            boolean isRole = member.name().equals("role");
            boolean isGone =
                    (isRole && !keepsRole) || (value.isEmpty() && !member.raw().isEmpty());
            isChanged |= isGone || !value.equals(member.raw());
            if (!isGone) {
                left.member(member.name(), value);
                says |= (isRole && isOpening(delta)) || (!isRole && !isSilent(value));
            }
        }
        if (isChanged) {
            patch.replace(delta, left.add("}").toBytes());
        }
        return says;
    }

    /** The client's part of these calls; empty if none of them is the client's. */
    private Bytes calls(Bytes raw, String place) {
        List<Bytes> left = new ArrayList<>();
        List<Bytes> calls = Members.elements(raw).orElse(List.of());
        for (Bytes call : calls) {
            Optional<Members> members = Members.of(call);
            String key = place + "/" + members.flatMap(Deltas::key).orElse(last);
            last = key.substring(place.length() + 1);
            if (members.isPresent() && isHidden(key, members.get())) {
                continue;
            }
            Integer number = shown.computeIfAbsent(key, unseen -> counts.merge(place, 1, Integer::sum) - 1);
            Patch patch = new Patch(call);
            members.flatMap(found -> found.raw("index"))
                    .ifPresent(index -> patch.replace(index, Bytes.of(number.toString())));
            left.add(patch.isEmpty() ? call : patch.toBytes());
        }
        return left.equals(calls) ? raw : left.isEmpty() ? Bytes.EMPTY : ChatWords.array(left);
    }

    private boolean isHidden(String key, Members call) {
        boolean isLocal = !shown.containsKey(key)
                && ChatCalls.name(call).filter(localNames::contains).isPresent();
        if (isLocal) {
            hidden.add(key);
        }
        return hidden.contains(key);
    }

    private static Optional<String> key(Members call) {
        return call.raw("index").map(Bytes::utf8).or(() -> call.text("id").map(id -> "id " + id));
    }

    /** A delta that says nothing but who speaks. */
    static boolean isSilent(Members delta) {
        return delta.all().stream().allMatch(member -> member.name().equals("role") || isSilent(member.raw()));
    }

    /** The role counts as said only where it is all there is: there it opens the message. */
    private static boolean isOpening(Bytes delta) {
        return Members.of(delta).filter(Deltas::isSilent).isPresent();
    }

    private static boolean isSilent(Bytes value) {
        return Members.first(value) == 'n' || value.equals(Bytes.of("\"\"")) || value.equals(Bytes.of("[]"));
    }
}
