package dev.throughline.replay.prompt;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.List;

/** One element of a body, read once: a tool, a system block or an element of the history. Compared by identity. */
final class Element {
    private final Bytes raw;
    private final Json json;
    private final List<PromptItem> items;
    private final int cacheable;

    Element(Bytes raw, Json json, Grammar.Said said) {
        this.raw = raw;
        this.json = json;
        this.items = List.copyOf(said.items());
        this.cacheable = said.cacheable();
    }

    /** Its bytes. */
    Bytes raw() {
        return raw;
    }

    /** What they mean. */
    Json json() {
        return json;
    }

    /** What the model reads, in order. */
    List<PromptItem> items() {
        return items;
    }

    /** How many of its items stand up to and with its last cache marker; 0 without one. */
    int cacheable() {
        return cacheable;
    }
}
