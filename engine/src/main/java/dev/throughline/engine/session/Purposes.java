package dev.throughline.engine.session;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.session.Markers.Meaning;
import dev.throughline.engine.session.Markers.Place;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells what a request is for. Codex says so itself; of the others the newest user text, the system text or the tools
 * give it away. A look at two elements is enough, so the cost does not grow with the history.
 */
public final class Purposes {
    /** How much of the newest element is searched for a marker; the longest prompt that carries one has 6.3 KB. */
    private static final int TAIL_BYTES = 16 * 1024;

    private static final int START_BYTES = 1024;
    private static final Pattern REQUEST_KIND = Pattern.compile("\"request_kind\"\\s*:\\s*\"([a-z_]+)\"");

    private final Markers markers;

    public Purposes(Markers markers) {
        this.markers = markers;
    }

    public Purpose of(Headers headers, String target, Wire wire, Request request) {
        if (target.contains("/responses/compact") || says(Meaning.COMPACTION, headers, wire, request)) {
            return Purpose.COMPACTION;
        }
        if (request.hints().isPrewarm() || kind(headers).equals("prewarm")) {
            return Purpose.PREWARM;
        }
        return isAside(request) ? Purpose.ASIDE : Purpose.CONVERSATION;
    }

    /** Whether an item is the message from which a client goes on after it compacted its history. */
    public boolean isContinuation(Wire wire, Bytes body, Item item) {
        return switch (item.kind()) {
            case USER -> markers.says(Meaning.CONTINUATION, Place.USER, wire.text(body, item));
            case OTHER -> markers.says(Meaning.CONTINUATION, Place.TYPE, item.role());
            case SYSTEM, ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
        };
    }

    private static String kind(Headers headers) {
        Matcher matcher =
                REQUEST_KIND.matcher(headers.first("x-codex-turn-metadata").orElse(""));
        return matcher.find() ? matcher.group(1) : "";
    }

    private boolean says(Meaning meaning, Headers headers, Wire wire, Request request) {
        if (kind(headers).equals("compaction")) {
            return true;
        }
        if (request.history().isEmpty()) {
            return false;
        }
        return (markers.says(meaning, Place.SYSTEM, start(request, leading(request))) && hasSystem(wire, request))
                || (mayStandLast(meaning, request) && stands(meaning, wire, request));
    }

    /** A cheap look at raw bytes, so that a large new element is not taken apart here and again when it is recorded. */
    private boolean mayStandLast(Meaning meaning, Request request) {
        Bytes newest = request.raw(request.history().getLast());
        int from = Math.max(0, newest.length() - TAIL_BYTES);
        String tail = newest.slice(new Span(from, newest.length())).utf8();
        return markers.all().stream()
                .filter(marker -> marker.meaning() == meaning)
                .anyMatch(marker -> tail.contains(marker.text()));
    }

    private boolean stands(Meaning meaning, Wire wire, Request request) {
        Item last = wire.itemise(request.body(), request.history().getLast()).getLast();
        return markers.says(meaning, Place.TYPE, last.role())
                || (last.kind() == ItemKind.USER
                        && markers.says(meaning, Place.LAST_USER, wire.text(request.body(), last)));
    }

    private static Span leading(Request request) {
        return request.system().isEmpty()
                ? request.history().getFirst()
                : request.system().getFirst();
    }

    /** Whether the leading text is the system's: a person may quote what only a system text means. */
    private static boolean hasSystem(Wire wire, Request request) {
        return !request.system().isEmpty()
                || wire.itemise(request.body(), request.history().getFirst())
                                .getFirst()
                                .kind()
                        == ItemKind.SYSTEM;
    }

    private static String start(Request request, Span block) {
        Bytes raw = request.raw(block);
        return raw.slice(new Span(0, Math.min(START_BYTES, raw.length()))).utf8();
    }

    private boolean isAside(Request request) {
        return request.tools().size() == 1
                && markers.says(
                        Meaning.ASIDE,
                        Place.ONLY_TOOL,
                        request.raw(request.tools().getFirst()).utf8());
    }
}
