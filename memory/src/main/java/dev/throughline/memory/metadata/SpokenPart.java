package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Recall;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the person and the agent said on the current branch of a session: no tools and no reasoning. */
final class SpokenPart {
    /** The beginning of a long session, which contains the goal, and its most recent part. The rest is not read. */
    private static final long BEGINNING_BYTES = 64 << 10;

    private static final long RECENT_BYTES = 256 << 10;

    /** A pasted text or a picture counts as so many bytes at most, so that what was said beside it is read. */
    private static final long MAX_COUNTED_BYTES = 8 << 10;

    private SpokenPart() {}

    /** The messages, without secrets and without what agents add. */
    static Conversation of(SessionRef session, Recall recall, ScaffoldFilter scaffoldFilter) {
        List<Entry.Node> spoken = recall.transcript().conversation().stream()
                .filter(node -> node.kind() == ItemKind.USER || node.kind() == ItemKind.ASSISTANT)
                .toList();
        Set<Hash> wanted = new HashSet<>(first(spoken, BEGINNING_BYTES));
        wanted.addAll(first(spoken.reversed(), RECENT_BYTES));
        return Conversation.of(session, recall, scaffoldFilter, node -> wanted.contains(node.id()))
                .only(SpokenPart::isSpoken);
    }

    private static List<Hash> first(List<Entry.Node> nodes, long bytes) {
        List<Hash> first = new ArrayList<>();
        long counted = 0;
        for (Entry.Node node : nodes) {
            if (counted >= bytes) {
                break;
            }
            first.add(node.id());
            counted += Math.min(node.piece().length(), MAX_COUNTED_BYTES);
        }
        return first;
    }

    private static boolean isSpoken(ConversationItem item) {
        return item.kind() == ItemKind.ASSISTANT || GoalSentence.isOfPerson(item.text());
    }

    /** How many messages a person wrote after a node; all of them if the node is not on the current branch. */
    static int messagesAfter(Optional<Hash> last, Recall recall, ScaffoldFilter scaffoldFilter, int enough) {
        int count = 0;
        Optional<Hash> counted = Optional.empty();
        for (Entry.Node node : recall.transcript().conversation().reversed()) {
            if (count >= enough || last.filter(node.id()::equals).isPresent()) {
                break;
            }
            if (counted.filter(node.source()::equals).isPresent()) {
                continue; // Another part of the same message.
            }
            boolean isMessage =
                    node.kind() == ItemKind.USER && GoalSentence.isOfPerson(scaffoldFilter.of(recall.text(node)));
            count += isMessage ? 1 : 0;
            counted = isMessage ? Optional.of(node.source()) : Optional.empty();
        }
        return count;
    }
}
