package dev.throughline.wire.messages;

import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cache markers of a request: {@code "cache_control":{"type":"ephemeral","ttl":"1h"}} on a block of system text, on
 * a tool, on a block of a message, or on a part of a result.
 *
 * <p>Only the places where markers count are read: a tool's schema or a text may contain the same word with another
 * meaning. Clients mark the end of what they want cached, so the last elements of the history are enough.
 */
final class CacheMarkers {
    /** The number of last elements of the history that are read. */
    static final int LAST_ELEMENTS = 2;

    /** The time of a marker without a {@code ttl}. */
    private static final String USUAL_TTL = "5m";

    /** A request with more markers is refused. */
    static final int MOST_MARKERS = 4;

    private static final Pattern TTL = Pattern.compile("([0-9]{1,9})([mh])");
    private static final int MINUTES_OF_AN_HOUR = 60;

    private final List<String> found = new ArrayList<>();

    /** The markers of the system text and the tools. */
    private CacheMarkers(Request request) {
        request.system().forEach(block -> block(RawObject.of(request.raw(block))));
        request.tools().forEach(tool -> block(RawObject.of(request.raw(tool))));
    }

    static Optional<String> longestTtl(Request request) {
        CacheMarkers markers = new CacheMarkers(request);
        List<Span> history = request.history();
        history.subList(Math.max(0, history.size() - LAST_ELEMENTS), history.size())
                .forEach(element -> markers.blocks(RawObject.of(request.raw(element))));
        return markers.found.stream().max(Comparator.comparingLong(CacheMarkers::minutes));
    }

    /**
     * Whether a client that uses markers would have one on what follows the first {@code elements} of its history: the
     * last of them has none, and the provider takes another one.
     */
    static boolean isOneMissing(Request request, int elements) {
        if (longestTtl(request).isEmpty()) {
            return false;
        }
        CacheMarkers kept = new CacheMarkers(request);
        int before = kept.found.size();
        for (Span element : request.history().subList(0, elements)) {
            before = kept.found.size();
            kept.blocks(RawObject.of(request.raw(element)));
        }
        return kept.found.size() == before && kept.found.size() < MOST_MARKERS;
    }

    private void blocks(Optional<RawObject> holder) {
        holder.flatMap(members -> members.elements("content"))
                .orElse(List.of())
                .forEach(block -> block(block.object()));
    }

    /** A block and, if it is a result, its parts. */
    private void block(Optional<RawObject> block) {
        block.flatMap(members -> members.object("cache_control"))
                .ifPresent(marker -> found.add(marker.text("ttl").orElse(USUAL_TTL)));
        blocks(block.filter(members -> members.is("type", "tool_result")));
    }

    /** A time in an unknown format counts as 0, so that a known one is longer. */
    private static long minutes(String ttl) {
        Matcher matcher = TTL.matcher(ttl);
        if (!matcher.matches()) {
            return 0;
        }
        return Long.parseLong(matcher.group(1)) * (matcher.group(2).equals("h") ? MINUTES_OF_AN_HOUR : 1);
    }
}
