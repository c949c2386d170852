package dev.throughline.simulator.prompt;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What the model reads, in the order in which it reads it.
 *
 * @param markers where the client asked for the prompt to be cached: the index of an item, and for how long
 * @param cachesAll whether the provider caches without markers
 * @param tools the names of the declared tools
 */
public record Prompt(
        List<PromptItem> items, NavigableMap<Integer, CacheMarker> markers, boolean cachesAll, List<String> tools) {
    static final double CHARS_PER_TOKEN = 4;

    /** For how long a client asked to cache. */
    public enum CacheMarker {
        SHORT,
        HOUR
    }

    /** Reads a request. */
    public static Prompt of(SimulatedDialect dialect, JsonNode body) {
        PromptFormat format = new PromptFormat(dialect);
        Builder prompt = new Builder(format);
        body.path("tools").forEach(prompt::addTool);
        format.systemBlocks(body).forEach(block -> prompt.add(format.system(block)));
        format.history(body).forEach(element -> prompt.add(format.element(element)));
        return prompt.build(body.path("cache_control"));
    }

    /** Collects the items of a request element by element. */
    static final class Builder {
        private final PromptFormat format;
        private final List<PromptItem> items = new ArrayList<>();
        private final NavigableMap<Integer, CacheMarker> markers = new TreeMap<>();
        private final List<String> tools = new ArrayList<>();

        Builder(PromptFormat format) {
            this.format = format;
        }

        void addTool(JsonNode tool) {
            add(format.tool(tool));
            tools.add(PromptFormat.toolName(tool));
        }

        void addTool(JsonNode tool, PromptFormat.Element element) {
            add(element);
            tools.add(PromptFormat.toolName(tool));
        }

        void add(PromptFormat.Element element) {
            element.markers().forEach((index, marker) -> markers.put(items.size() + index, marker));
            items.addAll(element.items());
        }

        /** @param marker automatic caching: a marker on the request itself stands for one on its last block */
        Prompt build(JsonNode marker) {
            if (format.needsMarkers() && !items.isEmpty() && !marker.isMissingNode()) {
                markers.put(items.size() - 1, PromptFormat.duration(marker));
            }
            return new Prompt(items, markers, !format.needsMarkers(), tools);
        }
    }

    /** How many leading items the provider may cache. */
    public int cacheable() {
        return cachesAll ? items.size() : markers.isEmpty() ? 0 : markers.lastKey() + 1;
    }

    /** Its size in whole tokens. */
    public long tokens() {
        return (long) tokens(items);
    }

    /** Its size as it is billed. */
    public PromptCharge uncharged() {
        return PromptCharge.uncharged(tokens(items));
    }

    static double tokens(List<PromptItem> items) {
        long chars = 0;
        for (PromptItem item : items) {
            chars += item.chars();
        }
        return chars / CHARS_PER_TOKEN;
    }
}
