package dev.throughline.memory.said;

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
import java.util.function.Predicate;

/** What was said in one session, in order, from its beginning or from some point on. */
public record Conversation(SessionRef session, List<Said> said) {
    public Conversation {
        said = List.copyOf(said);
    }

    /** The whole conversation of a session as the archive has it, but without secrets: nobody here may see one. */
    public static Conversation of(SessionRef session, Recall recall) {
        return of(session, recall, _ -> true);
    }

    /**
     * What of it was said after the first of these places, so that what comes after any of them can be asked for;
     * all of it if one of them is not there.
     */
    public static Conversation since(SessionRef session, Recall recall, Set<Hash> places) {
        Set<Hash> missing = new HashSet<>(places);
        boolean isKnown = false;
        Set<Hash> read = new HashSet<>();
        for (Entry.Node node : recall.transcript().conversation()) {
            if (isKnown) {
                read.add(node.id());
            }
            isKnown |= missing.remove(node.id());
        }
        return of(session, recall, node -> !missing.isEmpty() || places.isEmpty() || read.contains(node.id()));
    }

    /** Those pieces of it that are wanted; the others are not even read. */
    public static Conversation of(SessionRef session, Recall recall, Predicate<Entry.Node> wanted) {
        List<Said> said = new ArrayList<>();
        for (Entry.Node node : recall.transcript().conversation()) {
            boolean isWanted = wanted.test(node)
                    && switch (node.kind()) {
                        case USER, ASSISTANT, TOOL_CALL, TOOL_RESULT -> true;
                        case SYSTEM, REASONING, OTHER -> false;
                    };
            String text = isWanted ? recall.text(node) : "";
            String plain = plain(node.kind(), text);
            if (!plain.isBlank()) {
                String tool = recall.transcript().tool(node).orElse("");
                said.add(new Said(node.kind(), node.item().handle(), node.id(), node.at(), tool, plain));
            }
        }
        return new Conversation(session, said);
    }

    /** What of a piece is said: a person's own words, of others all of it, and no secrets. */
    public static String plain(ItemKind kind, String text) {
        return Redaction.of(kind == ItemKind.USER ? OwnWords.of(text) : text).text();
    }

    /** What was said after this place; all of it if there is no such place. */
    public Conversation after(Hash place) {
        int at = said.size() - 1;
        while (at >= 0 && !said.get(at).place().equals(place)) {
            at--;
        }
        return new Conversation(session, said.subList(at + 1, said.size()));
    }

    /** Those pieces of it that are wanted. */
    public Conversation only(Predicate<Said> wanted) {
        return new Conversation(session, said.stream().filter(wanted).toList());
    }

    /** The last thing that was said. */
    public Optional<Said> last() {
        return said.isEmpty() ? Optional.empty() : Optional.of(said.getLast());
    }

    public boolean isEmpty() {
        return said.isEmpty();
    }
}
