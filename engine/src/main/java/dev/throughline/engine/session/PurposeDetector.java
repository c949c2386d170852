package dev.throughline.engine.session;

import dev.throughline.engine.archive.ItemClassifier;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Detects the purpose of a request. Codex sends it in a header. For other agents it is detected from the newest user
 * text, the system text or the tools. Only a few elements are examined, so the cost does not grow with the history.
 *
 * <p>A marker of a side request applies only to the program that uses it: the same text may be a side request of one
 * agent and the whole conversation of another program.
 */
public final class PurposeDetector implements ItemClassifier {
    /** How much of the newest element is searched for a marker. The longest known message with a marker has 6.3 KB. */
    private static final int TAIL_BYTES = 16 * 1024;

    private static final int START_BYTES = 1024;

    /** How many system blocks are searched. Claude Code sends three: a billing line, its name, and its instructions. */
    private static final int MAX_SYSTEM_BLOCKS = 4;

    /**
     * How many elements are searched for the newest user text. A side request may call tools, so results may follow it.
     */
    private static final int MAX_ELEMENTS = 8;

    private static final Pattern METADATA = Pattern.compile("\"([a-z_]{1,40})\"\\s*:\\s*\"([a-z_]{1,40})\"");

    private final AgentMarkers markers;

    public PurposeDetector(AgentMarkers markers) {
        this.markers = markers;
    }

    public Purpose of(Headers headers, String target, Wire wire, Request request) {
        boolean isCompaction =
                wire.profile().compactionPath().filter(target::contains).isPresent();
        if (isCompaction || asksForSummary(headers, wire, request)) {
            return Purpose.COMPACTION;
        }
        ClientProgram client = ClientProgram.of(headers);
        if (request.hints().isPrewarm() || metadata(headers).anyMatch("request_kind=prewarm"::equals)) {
            return Purpose.PREWARM;
        }
        // Claude Code and pi request one token to keep the provider's cache warm.
        if (client.sendsSideRequests() && request.outputLimit().orElse(0) == 1) {
            return Purpose.PREWARM;
        }
        return isSideRequest(headers, client, wire, request) ? Purpose.SIDE_REQUEST : Purpose.CONVERSATION;
    }

    /** Whether the thread id in the headers belongs to a side request and not to a conversation. */
    public boolean hasOwnThread(Headers headers) {
        return isInMetadata(markers.of(ClientProgram.of(headers).name(), Meaning.ASIDE), Meaning.ASIDE, headers);
    }

    @Override
    public boolean isContinuation(Turn turn, Item item) {
        return switch (item.kind()) {
            case USER ->
                markers.matches(
                        Meaning.CONTINUATION,
                        Place.USER,
                        turn.wire().text(turn.request().body(), item));
            case OTHER -> markers.matches(Meaning.CONTINUATION, Place.TYPE, item.role());
            case SYSTEM, ASSISTANT, REASONING, TOOL_CALL, TOOL_RESULT -> false;
        };
    }

    @Override
    public boolean isUserMessage(Turn turn, Item item) {
        return item.kind() == ItemKind.USER
                && !isScaffold(turn.wire().text(turn.request().body(), item));
    }

    /** Whether an agent, not a person, wrote a user text. */
    public boolean isScaffold(String text) {
        return markers.matches(Meaning.SCAFFOLD, Place.USER, text);
    }

    /** A user text of a person, divided into their words and what an agent put around them. */
    public UserText userText(String text) {
        return markers.userText(text);
    }

    /** The fields of Codex's turn metadata, as {@code name=value}. */
    private static Stream<String> metadata(Headers headers) {
        return METADATA.matcher(headers.first("x-codex-turn-metadata").orElse(""))
                .results()
                .map(found -> found.group(1) + "=" + found.group(2));
    }

    private static boolean isInMetadata(AgentMarkers markers, Meaning meaning, Headers headers) {
        return metadata(headers).anyMatch(field -> markers.matches(meaning, Place.METADATA, field));
    }

    private boolean asksForSummary(Headers headers, Wire wire, Request request) {
        MarkerSearch search = new MarkerSearch(markers, Meaning.COMPACTION, wire, request);
        return isInMetadata(markers, Meaning.COMPACTION, headers)
                || (!request.history().isEmpty() && (search.isInSystem() || search.isLast()));
    }

    private boolean isSideRequest(Headers headers, ClientProgram client, Wire wire, Request request) {
        AgentMarkers own = markers.of(client.name(), Meaning.ASIDE);
        MarkerSearch search = new MarkerSearch(own, Meaning.ASIDE, wire, request);
        return !own.all().isEmpty()
                && (isInMetadata(own, Meaning.ASIDE, headers)
                        || search.isInOnlyTool()
                        || search.isInSystem()
                        || search.isInNewestUserText());
    }

    /** Searches a request for markers of one meaning. */
    private record MarkerSearch(AgentMarkers markers, Meaning meaning, Wire wire, Request request) {
        private boolean matches(Place place, String text) {
            return markers.matches(meaning, place, text);
        }

        boolean isInOnlyTool() {
            return request.tools().size() == 1
                    && matches(
                            Place.ONLY_TOOL,
                            request.raw(request.tools().getFirst()).utf8());
        }

        /**
         * Whether a system text has a marker. Only the beginning is searched, because a person may quote such a text.
         */
        boolean isInSystem() {
            boolean hasSystem = !request.system().isEmpty();
            List<Span> blocks = hasSystem ? request.system() : request.history();
            return blocks.stream()
                    .limit(hasSystem ? MAX_SYSTEM_BLOCKS : 1)
                    .anyMatch(block -> matches(Place.SYSTEM, start(block)) && (hasSystem || isSystem(block)));
        }

        private boolean isSystem(Span element) {
            return wire.itemise(request.body(), element).getFirst().kind() == ItemKind.SYSTEM;
        }

        private String start(Span block) {
            Bytes raw = request.raw(block);
            return raw.slice(new Span(0, Math.min(START_BYTES, raw.length()))).utf8();
        }

        /** Whether the last item of the history is a marker. */
        boolean isLast() {
            Span element = request.history().getLast();
            if (!mayContainMarker(element)) {
                return false;
            }
            Item last = wire.itemise(request.body(), element).getLast();
            return matches(Place.TYPE, last.role())
                    || (last.kind() == ItemKind.USER && matches(Place.LAST_USER, wire.text(request.body(), last)));
        }

        /** Whether the newest user text is a marker; tool results may follow it. */
        boolean isInNewestUserText() {
            List<Span> history = request.history();
            for (int i = history.size() - 1; i >= Math.max(0, history.size() - MAX_ELEMENTS); i--) {
                if (mayContainMarker(history.get(i))) {
                    return userTexts(history.get(i)).anyMatch(text -> matches(Place.LAST_USER, text))
                            && history.subList(i + 1, history.size()).stream()
                                    .flatMap(this::userTexts)
                                    .findAny()
                                    .isEmpty();
                }
            }
            return false;
        }

        private Stream<String> userTexts(Span element) {
            return wire.itemise(request.body(), element).stream()
                    .filter(item -> item.kind() == ItemKind.USER)
                    .map(item -> wire.text(request.body(), item));
        }

        /** A cheap test on raw bytes, so that a large new element is not parsed here and again when it is recorded. */
        private boolean mayContainMarker(Span element) {
            Bytes raw = request.raw(element);
            String tail = raw.slice(new Span(Math.max(0, raw.length() - TAIL_BYTES), raw.length()))
                    .utf8();
            return markers.all().stream()
                    .filter(marker -> marker.meaning() == meaning
                            && (marker.place() == Place.LAST_USER || marker.place() == Place.TYPE))
                    .anyMatch(marker -> tail.contains(marker.text()));
        }
    }
}
