package dev.throughline.memory.conversation;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Recall;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The messages, tool calls and tool results of one session or of its end, in order, without secrets. */
public record Conversation(SessionRef session, List<ConversationItem> items) {
    /** The tool results at the end of a history that {@link #since} reads completely, in bytes. */
    static final long RESULT_BYTES = 1 << 20;

    /** An older result is cut to this length, which is enough to see whether a command failed. */
    static final int OLD_RESULT_CHARACTERS = 2_000;

    public Conversation {
        items = List.copyOf(items);
    }

    /**
     * The items after a node, or all items if there is no such node. Tool results before the last
     * {@link #RESULT_BYTES} are cut, so that a history with megabytes of them does not take as much memory.
     */
    public static Conversation since(
            SessionRef session, Recall recall, ScaffoldFilter scaffoldFilter, Optional<Hash> after) {
        List<Hash> nodes =
                recall.transcript().conversation().stream().map(Entry.Node::id).toList();
        int start = after.map(nodes::indexOf).orElse(-1) + 1;
        Set<Hash> wanted = Set.copyOf(nodes.subList(start, nodes.size()));
        Set<Hash> old = oldResults(recall);
        return read(session, recall, node -> wanted.contains(node.id()), node -> {
            String text = recall.text(node);
            return plain(node.kind(), old.contains(node.id()) ? beginning(text) : text, scaffoldFilter);
        });
    }

    private static Set<Hash> oldResults(Recall recall) {
        Set<Hash> old = new HashSet<>();
        long bytes = 0;
        for (Entry.Node node : recall.transcript().conversation().reversed()) {
            if (node.kind() == ItemKind.TOOL_RESULT) {
                bytes += node.piece().length();
                if (bytes > RESULT_BYTES) {
                    old.add(node.id());
                }
            }
        }
        return old;
    }

    /** The first lines of a text. No line is cut, since a part of a secret is not recognised. */
    private static String beginning(String text) {
        if (text.length() <= OLD_RESULT_CHARACTERS) {
            return text;
        }
        return text.substring(0, text.lastIndexOf('\n', OLD_RESULT_CHARACTERS) + 1) + "…";
    }

    /** The selected nodes of a session; the others are not read. */
    public static Conversation of(
            SessionRef session, Recall recall, ScaffoldFilter scaffoldFilter, Predicate<Entry.Node> wanted) {
        return read(session, recall, wanted, node -> plain(node.kind(), recall.text(node), scaffoldFilter));
    }

    private static Conversation read(
            SessionRef session, Recall recall, Predicate<Entry.Node> wanted, Function<Entry.Node, String> texts) {
        List<ConversationItem> items = new ArrayList<>();
        for (Entry.Node node : recall.transcript().conversation()) {
            boolean isWanted = wanted.test(node)
                    && switch (node.kind()) {
                        case USER, ASSISTANT, TOOL_CALL, TOOL_RESULT -> true;
                        case SYSTEM, REASONING, OTHER -> false;
                    };
            String plain = isWanted ? texts.apply(node) : "";
            if (!plain.isBlank()) {
                String tool = recall.transcript().tool(node).orElse("");
                items.add(new ConversationItem(node.kind(), node.item().handle(), node.id(), node.at(), tool, plain));
            }
        }
        return new Conversation(session, items);
    }

    /** A text without secrets and, in a user message, without what the agent added. */
    public static String plain(ItemKind kind, String text, ScaffoldFilter scaffoldFilter) {
        return Redaction.of(kind == ItemKind.USER ? scaffoldFilter.of(text) : text)
                .text();
    }

    /** The items after a node; all items if there is no such node. */
    public Conversation after(Hash node) {
        int at = items.size() - 1;
        while (at >= 0 && !items.get(at).node().equals(node)) {
            at--;
        }
        return new Conversation(session, items.subList(at + 1, items.size()));
    }

    /** The items that a filter selects. */
    public Conversation only(Predicate<ConversationItem> wanted) {
        return new Conversation(session, items.stream().filter(wanted).toList());
    }

    public Optional<ConversationItem> last() {
        return items.isEmpty() ? Optional.empty() : Optional.of(items.getLast());
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }
}
