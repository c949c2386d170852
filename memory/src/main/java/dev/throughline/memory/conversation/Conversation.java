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

/** What was said in one session, in order, from its beginning or from some point on. */
public record Conversation(SessionRef session, List<ConversationItem> items) {
    public Conversation {
        items = List.copyOf(items);
    }

    /** The whole conversation of a session as the archive has it, but without secrets: nobody here may see one. */
    public static Conversation of(SessionRef session, Recall recall, ScaffoldFilter words) {
        return of(session, recall, words, _ -> true);
    }

    /** Of results of tools, so many bytes at the end of a history are read whole when memory is written. */
    static final long RESULT_BYTES = 1 << 20;

    /** An older one is read up to here: enough to see whether a command failed. */
    static final int OLD_RESULT_CHARACTERS = 2_000;

    /**
     * What of it was said after the first of these places, so that what comes after any of them can be asked for;
     * all of it if one of them is not there. Results of tools that are older than {@link #RESULT_BYTES} are cut, so
     * that what a history of many megabytes takes in memory does not grow with what its tools said.
     */
    public static Conversation since(SessionRef session, Recall recall, ScaffoldFilter words, Set<Hash> places) {
        Set<Hash> missing = new HashSet<>(places);
        boolean isKnown = false;
        Set<Hash> read = new HashSet<>();
        for (Entry.Node node : recall.transcript().conversation()) {
            if (isKnown) {
                read.add(node.id());
            }
            isKnown |= missing.remove(node.id());
        }
        Set<Hash> old = oldResults(recall);
        return read(
                session, recall, node -> !missing.isEmpty() || places.isEmpty() || read.contains(node.id()), node -> {
                    String text = recall.text(node);
                    return plain(node.kind(), old.contains(node.id()) ? beginning(text) : text, words);
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

    /** Whole lines, since half a secret is not recognised as one. */
    private static String beginning(String text) {
        if (text.length() <= OLD_RESULT_CHARACTERS) {
            return text;
        }
        return text.substring(0, text.lastIndexOf('\n', OLD_RESULT_CHARACTERS) + 1) + "…";
    }

    /** Those pieces of it that are wanted; the others are not even read. */
    public static Conversation of(
            SessionRef session, Recall recall, ScaffoldFilter words, Predicate<Entry.Node> wanted) {
        return read(session, recall, wanted, node -> plain(node.kind(), recall.text(node), words));
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

    /** What of a piece is said: a person's own words, of others all of it, and no secrets. */
    public static String plain(ItemKind kind, String text, ScaffoldFilter words) {
        return Redaction.of(kind == ItemKind.USER ? words.of(text) : text).text();
    }

    /** What was said after this place; all of it if there is no such place. */
    public Conversation after(Hash node) {
        int at = items.size() - 1;
        while (at >= 0 && !items.get(at).node().equals(node)) {
            at--;
        }
        return new Conversation(session, items.subList(at + 1, items.size()));
    }

    /** Those pieces of it that are wanted. */
    public Conversation only(Predicate<ConversationItem> wanted) {
        return new Conversation(session, items.stream().filter(wanted).toList());
    }

    /** The last thing that was said. */
    public Optional<ConversationItem> last() {
        return items.isEmpty() ? Optional.empty() : Optional.of(items.getLast());
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }
}
