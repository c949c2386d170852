package dev.throughline.simulator.prompt;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.Prompt.CacheMarker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider's prompt cache.
 *
 * <p>Everything that was sent is kept as a tree of items, and what a request shares with earlier ones is a path from
 * the root. A prompt, or a shared prefix, below the minimum is not cached at all; what is read stays warm.
 *
 * <pre>
 *   sent before   system ─ tools ─ user A ─ answer ─ result "log: line 1 … line 90"
 *   sent now      system ─ tools ─ user A ─ answer ─ result "log: line 1 … line 40 (cut)" ─ user B
 *                 └──────── read: whole items ───────┘└─ read: steps of 128 ─┘└── written ──────┘
 * </pre>
 *
 * How much of the path is read depends on the {@link Reading}. Safe for use by many threads.
 */
public final class PromptCache {
    static final int LOOK_BACK = 20;
    private static final double LEAST_TOKENS = 1024;
    private static final int STEP_TOKENS = 128;
    private static final int STEP_CHARS = 512;
    private static final double HOUR_SECONDS = 3600;

    /** What of a prompt that shares its beginning with an earlier one is read from the cache. */
    public enum Reading {
        /** All shared items, and whole steps inside the first that differs; this is how replays compare costs. */
        ITEMS,
        /** OpenAI: whole steps of tokens from the start. */
        STEPS,
        /**
         * Anthropic: prefixes that were written at a marker, found from a marker of this request or up to
         * {@value PromptCache#LOOK_BACK} items before it.
         */
        MARKERS;

        /** As the provider of a dialect does. */
        public static Reading of(SimulatedDialect dialect) {
            return dialect == SimulatedDialect.MESSAGES ? MARKERS : STEPS;
        }
    }

    /** A place in the tree. Most have one child, which then needs no map. */
    private static final class Node {
        private double warmUntil = Double.NEGATIVE_INFINITY;
        private @Nullable PromptItem onlyItem;
        private @Nullable Node only;
        private @Nullable Map<PromptItem, Node> children;

        private @Nullable Node child(PromptItem item) {
            if (children != null) {
                return children.get(item);
            }
            return onlyItem != null && onlyItem.equals(item) ? only : null;
        }

        private Node childOrNew(PromptItem item) {
            Node child = child(item);
            if (child != null) {
                return child;
            }
            Node made = new Node();
            if (onlyItem == null) {
                onlyItem = item;
                only = made;
                return made;
            }
            if (children == null) {
                children = new HashMap<>(all());
            }
            children.put(item, made);
            return made;
        }

        private Map<PromptItem, Node> all() {
            if (children != null) {
                return children;
            }
            return onlyItem == null || only == null ? Map.of() : Map.of(onlyItem, only);
        }

        /** A shorter promise never cuts a longer one. */
        private void warm(double until) {
            warmUntil = Math.max(warmUntil, until);
        }
    }

    private final double ttlSeconds;
    private final Map<String, Node> roots = new HashMap<>();

    /** A cache whose entries stay warm for so long after their last use; infinity is for ever. */
    public PromptCache(double ttlSeconds) {
        this.ttlSeconds = ttlSeconds;
    }

    /**
     * What a request costs; afterwards the cache knows it.
     *
     * @param now seconds since the epoch
     * @param family separates what a provider never shares: owners, models and endpoints
     */
    public synchronized PromptCharge charge(Prompt prompt, Reading reading, double now, String family) {
        Node root = roots.computeIfAbsent(family, _ -> new Node());
        return reading == Reading.MARKERS
                ? chargeMarkers(root, prompt, now)
                : chargeHead(root, prompt, now, reading == Reading.STEPS);
    }

    private PromptCharge chargeHead(Node root, Prompt prompt, double now, boolean inSteps) {
        List<PromptItem> items = prompt.items();
        double total = Prompt.tokens(items);
        int cacheable = prompt.cacheable();
        List<PromptItem> head = cacheable >= items.size() ? items : items.subList(0, cacheable);
        double headTokens = cacheable >= items.size() ? total : Prompt.tokens(head);
        if (headTokens < LEAST_TOKENS) {
            return new PromptCharge(total, total, 0, 0);
        }
        double read = read(root, head, now, inSteps);
        Node node = root;
        for (PromptItem item : head) {
            node = node.childOrNew(item);
            node.warm(now + ttlSeconds);
        }
        return new PromptCharge(total, total - headTokens, read, headTokens - read);
    }

    private static double read(Node root, List<PromptItem> head, double now, boolean inSteps) {
        long shared = 0;
        long inside = 0;
        Node node = root;
        for (PromptItem item : head) {
            Node child = node.child(item);
            if (child == null || child.warmUntil < now) {
                inside = inside(node, item, now, inSteps ? 0 : STEP_CHARS);
                break;
            }
            shared += item.chars();
            node = child;
        }
        double tokens = inSteps
                ? (shared + inside) / STEP_CHARS * STEP_TOKENS
                : shared / Prompt.CHARS_PER_TOKEN + inside / STEP_CHARS * STEP_TOKENS;
        return tokens >= LEAST_TOKENS ? tokens : 0;
    }

    /** Characters that an item shares from its start with some warm sibling, if they are at least so many. */
    private static long inside(Node node, PromptItem item, double now, int least) {
        if (item.chars() < least) {
            return 0;
        }
        String text = item.text();
        String beginning = text.substring(0, text.offsetByCodePoints(0, least));
        long longest = 0;
        for (Map.Entry<PromptItem, Node> other : node.all().entrySet()) {
            if (other.getValue().warmUntil >= now && other.getKey().text().startsWith(beginning)) {
                longest = Math.max(longest, common(text, other.getKey().text()));
            }
        }
        return longest;
    }

    /** How many code points two texts share from their start. */
    private static int common(String a, String b) {
        int end = Math.min(a.length(), b.length());
        int at = 0;
        while (at < end && a.charAt(at) == b.charAt(at)) {
            at++;
        }
        boolean splitsPair = at > 0 && at < end && Character.isHighSurrogate(a.charAt(at - 1));
        return a.codePointCount(0, splitsPair ? at - 1 : at);
    }

    private PromptCharge chargeMarkers(Node root, Prompt prompt, double now) {
        List<PromptItem> items = prompt.items();
        Node[] nodes = new Node[prompt.cacheable()];
        double[] tokens = new double[nodes.length];
        Node node = root;
        for (int i = 0; i < nodes.length; i++) {
            node = node.childOrNew(items.get(i));
            nodes[i] = node;
            tokens[i] = (i == 0 ? 0 : tokens[i - 1]) + items.get(i).chars() / Prompt.CHARS_PER_TOKEN;
        }
        int readUpTo = -1;
        int writtenUpTo = -1;
        for (int marker : prompt.markers().keySet()) {
            if (tokens[marker] >= LEAST_TOKENS) {
                writtenUpTo = marker;
                int back = marker;
                while (back > readUpTo && nodes[back].warmUntil < now) {
                    back = back == Math.max(0, marker - LOOK_BACK) ? -1 : back - 1;
                }
                readUpTo = Math.max(readUpTo, back);
            }
        }
        double total = Prompt.tokens(items);
        double read = readUpTo < 0 ? 0 : tokens[readUpTo];
        double written = writtenUpTo < 0 ? 0 : Math.max(0, tokens[writtenUpTo] - read);
        if (readUpTo >= 0) {
            nodes[readUpTo].warm(now + ttlSeconds);
        }
        prompt.markers().forEach((at, marker) -> {
            if (tokens[at] >= LEAST_TOKENS) {
                nodes[at].warm(now + (marker == CacheMarker.HOUR ? HOUR_SECONDS : ttlSeconds));
            }
        });
        return new PromptCharge(total, total - read - written, read, written);
    }
}
