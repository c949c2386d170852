package dev.throughline.replay.bill;

import dev.throughline.replay.prompt.PromptItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider's prompt cache, as one session sees it.
 *
 * <p>Everything that was sent is kept as a tree of items. A request reads from the cache the longest path of items that
 * some earlier request shared and that was used within the time to live, plus the common beginning of the first item
 * that differs, in whole steps. What is read stays warm; what is not read is written. A prompt, or a shared prefix,
 * below the minimum is not cached at all.
 *
 * <pre>
 *   sent before   system ─ tools ─ user A ─ answer ─ result "log: line 1 … line 90"
 *   sent now      system ─ tools ─ user A ─ answer ─ result "log: line 1 … line 40 (cut)" ─ user B
 *                 └──────── read: whole items ───────┘└─ read: steps of 128 ─┘└── written ──────┘
 * </pre>
 *
 * Items are compared by identity: those of one session come from one {@link dev.throughline.replay.prompt.ItemPool}.
 * Used by one thread at a time.
 */
public final class PromptCache {
    public static final double CHARS_PER_TOKEN = 4;
    private static final double LEAST_TOKENS = 1024;
    private static final int STEP_TOKENS = 128;
    private static final int STEP_CHARS = 512;

    /** A place in the tree. Most have one child, which then needs no map. */
    private static final class Node {
        private double used;
        private @Nullable PromptItem onlyItem;
        private @Nullable Node only;
        private @Nullable Map<PromptItem, Node> children;

        private @Nullable Node child(PromptItem item) {
            if (children != null) {
                return children.get(item);
            }
            return onlyItem == item ? only : null;
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
                children = new HashMap<>();
                if (only != null) {
                    children.put(onlyItem, only);
                }
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
    }

    private final double ttlSeconds;
    private final Map<String, Node> roots = new HashMap<>();

    /** A cache whose entries stay warm for so long after their last use; infinity is for ever. */
    public PromptCache(double ttlSeconds) {
        this.ttlSeconds = ttlSeconds;
    }

    /**
     * What a request made of these items costs, of which the first {@code cacheable} may be cached.
     *
     * @param now seconds since the epoch
     * @param family separates what a provider never shares: models and endpoints
     */
    public Billed charge(List<PromptItem> items, int cacheable, double now, String family) {
        double total = tokens(items);
        List<PromptItem> head = cacheable >= items.size() ? items : items.subList(0, cacheable);
        double headTokens = cacheable >= items.size() ? total : tokens(head);
        if (headTokens < LEAST_TOKENS) {
            return new Billed(total, total, 0, 0);
        }
        Node root = roots.computeIfAbsent(family, _ -> new Node());
        double read = read(root, head, now);
        write(root, head, now);
        return new Billed(total, total - headTokens, read, headTokens - read);
    }

    /** The size of a prompt. */
    public static double tokens(List<PromptItem> items) {
        return chars(items) / CHARS_PER_TOKEN;
    }

    private static long chars(List<PromptItem> items) {
        long chars = 0;
        for (PromptItem item : items) {
            chars += item.chars();
        }
        return chars;
    }

    private double read(Node root, List<PromptItem> head, double now) {
        long shared = 0;
        double inside = 0;
        Node node = root;
        for (PromptItem item : head) {
            Node child = node.child(item);
            if (child == null || !isWarm(child, now)) {
                inside = inside(node, item, now);
                break;
            }
            shared += item.chars();
            node = child;
        }
        double tokens = shared / CHARS_PER_TOKEN + inside;
        return tokens >= LEAST_TOKENS ? tokens : 0;
    }

    private boolean isWarm(Node node, double now) {
        return now - node.used <= ttlSeconds;
    }

    /** Tokens of an item that some warm sibling shares, in whole steps. */
    private double inside(Node node, PromptItem item, double now) {
        if (item.chars() < STEP_CHARS) {
            return 0;
        }
        String text = item.text();
        String beginning = text.substring(0, text.offsetByCodePoints(0, STEP_CHARS));
        int longest = 0;
        for (Map.Entry<PromptItem, Node> other : node.all().entrySet()) {
            if (isWarm(other.getValue(), now) && other.getKey().text().startsWith(beginning)) {
                longest = Math.max(longest, common(text, other.getKey().text()));
            }
        }
        return (double) (longest / STEP_CHARS * STEP_TOKENS);
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

    private static void write(Node root, List<PromptItem> head, double now) {
        Node node = root;
        for (PromptItem item : head) {
            node = node.childOrNew(item);
            node.used = now;
        }
    }
}
