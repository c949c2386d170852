package dev.throughline.engine.session;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.session.AgentMarkers.Marker;
import dev.throughline.engine.session.AgentMarkers.Meaning;
import dev.throughline.engine.session.AgentMarkers.Place;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells what a request is for. Codex says so itself; of the others the newest user text, the system text or the tools
 * give it away. A look at a few elements is enough, so the cost does not grow with the history.
 *
 * <p>An aside is believed only of the program that is known to ask so: what an agent asks beside its conversation is
 * the whole conversation of somebody else's program.
 */
public final class PurposeDetector {
    /** How much of the newest element is searched for a marker; the longest prompt that carries one has 6.3 KB. */
    private static final int TAIL_BYTES = 16 * 1024;

    private static final int START_BYTES = 1024;

    /** Claude Code has three: a line for the bill, its name, and what it is told. */
    private static final int SYSTEM_BLOCKS = 4;

    /** How far the newest user text is looked for: a side request may call tools, too. */
    private static final int ELEMENTS = 8;

    private static final Pattern METADATA = Pattern.compile("\"([a-z_]{1,40})\"\\s*:\\s*\"([a-z_]{1,40})\"");

    private final AgentMarkers markers;

    public PurposeDetector(AgentMarkers markers) {
        this.markers = markers;
    }

    public Purpose of(Headers headers, String target, Wire wire, Request request) {
        if (target.contains("/responses/compact") || asksForSummary(headers, wire, request)) {
            return Purpose.COMPACTION;
        }
        ClientProgram client = ClientDetector.of(headers);
        if (request.hints().isPrewarm() || metadata(headers, "request_kind").equals(Optional.of("prewarm"))) {
            return Purpose.PREWARM;
        }
        // Claude Code and pi keep a cache warm by asking for one token.
        if (client.sendsSideRequests() && request.outputLimit().orElse(0) == 1) {
            return Purpose.PREWARM;
        }
        return isAside(headers, client, wire, request) ? Purpose.ASIDE : Purpose.CONVERSATION;
    }

    /** Whether the id that a request names is that of a side request, and no conversation's. */
    public boolean hasOwnThread(Headers headers) {
        AgentMarkers aside = markers.of(ClientDetector.of(headers).name(), Meaning.ASIDE);
        return isInMetadata(aside, Meaning.ASIDE, headers);
    }

    /** Whether an item is the message from which a client goes on after it compacted its history. */
    public boolean isContinuation(Wire wire, Bytes body, Item item) {
        return switch (item.kind()) {
            case USER -> markers.matches(Meaning.CONTINUATION, Place.USER, wire.text(body, item));
            case OTHER -> markers.matches(Meaning.CONTINUATION, Place.TYPE, item.role());
            case SYSTEM, ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
        };
    }

    /** Whether an agent, and no person, wrote a text of a user. */
    boolean isScaffold(String text) {
        return markers.matches(Meaning.SCAFFOLD, Place.USER, text);
    }

    private static Optional<String> metadata(Headers headers, String name) {
        Matcher matcher =
                METADATA.matcher(headers.first("x-codex-turn-metadata").orElse(""));
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return Optional.of(matcher.group(2));
            }
        }
        return Optional.empty();
    }

    private static boolean isInMetadata(AgentMarkers markers, Meaning meaning, Headers headers) {
        Matcher matcher =
                METADATA.matcher(headers.first("x-codex-turn-metadata").orElse(""));
        return matcher.results()
                .anyMatch(found -> markers.matches(meaning, Place.METADATA, found.group(1) + "=" + found.group(2)));
    }

    private boolean asksForSummary(Headers headers, Wire wire, Request request) {
        if (isInMetadata(markers, Meaning.COMPACTION, headers)) {
            return true;
        }
        if (request.history().isEmpty()) {
            return false;
        }
        return saysSystem(markers, Meaning.COMPACTION, wire, request)
                || (mayStand(
                                markers,
                                Meaning.COMPACTION,
                                request,
                                request.history().getLast())
                        && standsLast(Meaning.COMPACTION, wire, request));
    }

    private boolean standsLast(Meaning meaning, Wire wire, Request request) {
        Item last = wire.itemise(request.body(), request.history().getLast()).getLast();
        return markers.matches(meaning, Place.TYPE, last.role())
                || (last.kind() == ItemKind.USER
                        && markers.matches(meaning, Place.LAST_USER, wire.text(request.body(), last)));
    }

    private boolean isAside(Headers headers, ClientProgram client, Wire wire, Request request) {
        AgentMarkers aside = markers.of(client.name(), Meaning.ASIDE);
        if (aside.all().isEmpty()) {
            return false;
        }
        return isInMetadata(aside, Meaning.ASIDE, headers)
                || (request.tools().size() == 1
                        && aside.matches(
                                Meaning.ASIDE,
                                Place.ONLY_TOOL,
                                request.raw(request.tools().getFirst()).utf8()))
                || saysSystem(aside, Meaning.ASIDE, wire, request)
                || saysNewestUser(aside, Meaning.ASIDE, wire, request);
    }

    /** Whether the beginning of a system text says so: a person may quote what only a system text means. */
    private static boolean saysSystem(AgentMarkers markers, Meaning meaning, Wire wire, Request request) {
        List<Span> blocks = request.system().isEmpty() ? request.history() : request.system();
        int most = request.system().isEmpty() ? 1 : SYSTEM_BLOCKS;
        return blocks.subList(0, Math.min(most, blocks.size())).stream()
                .anyMatch(block -> markers.matches(meaning, Place.SYSTEM, start(request, block))
                        && (!request.system().isEmpty() || isSystem(wire, request, block)));
    }

    private static boolean isSystem(Wire wire, Request request, Span element) {
        return wire.itemise(request.body(), element).getFirst().kind() == ItemKind.SYSTEM;
    }

    private static String start(Request request, Span block) {
        Bytes raw = request.raw(block);
        return raw.slice(new Span(0, Math.min(START_BYTES, raw.length()))).utf8();
    }

    /** Whether the newest words of a user say so; results of tools may have come since. */
    private static boolean saysNewestUser(AgentMarkers markers, Meaning meaning, Wire wire, Request request) {
        List<Span> history = request.history();
        for (int i = history.size() - 1; i >= Math.max(0, history.size() - ELEMENTS); i--) {
            Span element = history.get(i);
            if (mayStand(markers, meaning, request, element)) {
                return words(wire, request, element).anyMatch(text -> markers.matches(meaning, Place.LAST_USER, text))
                        && history.subList(i + 1, history.size()).stream()
                                .allMatch(newer ->
                                        words(wire, request, newer).findAny().isEmpty());
            }
        }
        return false;
    }

    private static Stream<String> words(Wire wire, Request request, Span element) {
        return wire.itemise(request.body(), element).stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .map(item -> wire.text(request.body(), item));
    }

    /** A cheap look at raw bytes, so that a large new element is not taken apart here and again when it is recorded. */
    private static boolean mayStand(AgentMarkers markers, Meaning meaning, Request request, Span element) {
        Bytes raw = request.raw(element);
        String tail = raw.slice(new Span(Math.max(0, raw.length() - TAIL_BYTES), raw.length()))
                .utf8();
        return markers.all().stream()
                .filter(marker -> marker.meaning() == meaning && isInText(marker))
                .anyMatch(marker -> tail.contains(marker.text()));
    }

    private static boolean isInText(Marker marker) {
        return marker.place() == Place.LAST_USER || marker.place() == Place.TYPE;
    }
}
