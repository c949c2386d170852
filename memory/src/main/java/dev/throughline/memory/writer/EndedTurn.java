package dev.throughline.memory.writer;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A turn that ended in a session with memory: its figures, the memory of its project, and the items of the
 * session that writers read. Used by one thread, while the memory is open.
 */
public final class EndedTurn {
    /**
     * The figures of a turn.
     *
     * @param tokens the length of the prompt
     * @param isPause whether the agent called no tool and now waits for the person
     * @param isCompaction whether the agent had its history summarised
     * @param isLast whether the session was reset after the turn, so that this is its end
     */
    public record Figures(
            SessionCard card, String model, long tokens, boolean isPause, boolean isCompaction, boolean isLast) {
        /** The figures of a session that was reset. */
        public static Figures ofReset(SessionCard card) {
            return new Figures(
                    card,
                    card.model(),
                    card.tokens(),
                    /* isPause= */ true,
                    /* isCompaction= */ false,
                    /* isLast= */ true);
        }

        /** These figures with a newer card. */
        public Figures of(SessionCard newer) {
            return new Figures(newer, model, tokens, isPause, isCompaction, isLast);
        }

        /** These figures, also at the end of the session if the others are. */
        public Figures after(Figures others) {
            return new Figures(card, model, tokens, isPause, isCompaction, isLast || others.isLast);
        }
    }

    private final Figures figures;
    private final Project project;
    private final WorkspaceMemory memory;
    private final ConversationReader reader;
    private List<String> textsRead = List.of();

    public EndedTurn(Figures figures, Project project, WorkspaceMemory memory, ConversationReader reader) {
        this.figures = figures;
        this.project = project;
        this.memory = memory;
        this.reader = reader;
    }

    public Figures figures() {
        return figures;
    }

    public SessionRef session() {
        return figures.card().ref();
    }

    /** The memory of the project that the session is in now. */
    public WorkspaceMemory memory() {
        return memory;
    }

    /** The items of the session after a node, or all items, without secrets. */
    public Conversation conversation(Optional<Hash> after) {
        Conversation conversation = reader.ofParticipants(
                figures.card(), read(recall -> Conversation.since(session(), recall, reader.scaffoldFilter(), after)));
        if (conversation.items().size() > textsRead.size()) {
            textsRead =
                    conversation.items().stream().map(ConversationItem::text).toList();
        }
        return conversation;
    }

    /** The same, but only items from the time in which the agent worked in the project. */
    public Conversation conversationInProject(Optional<Hash> after) {
        Conversation all = conversation(after);
        return read(recall -> {
            Predicate<Entry.Node> isInProject = reader.projects().nodesIn(project, figures.card(), recall.transcript());
            return all.only(item ->
                    recall.transcript().node(item.node()).filter(isInProject).isPresent());
        });
    }

    /** The texts that writers have read of the session for this turn. */
    public List<String> textsRead() {
        return textsRead;
    }

    /** How often the session was compacted, by its agent or by the gateway. */
    public long compactions() {
        return read(recall -> {
            long byAgent = recall.transcript().turns().stream()
                    .filter(turn -> turn.purpose() == Purpose.COMPACTION)
                    .count();
            long byGateway = recall.transcript().edits().stream()
                    .filter(edited -> edited.edits().stream().anyMatch(Edit.Replace.class::isInstance))
                    .count();
            return byAgent + byGateway;
        });
    }

    /** The lines of memory that the session was shown. A repetition of them is not new. */
    public List<String> shownLines() {
        return read(recall -> recall.transcript().edits().stream()
                .flatMap(edited -> edited.edits().stream())
                .filter(Edit.Prepend.class::isInstance)
                .map(Edit.Prepend.class::cast)
                .flatMap(prepend -> recall.source(prepend.text()).utf8().lines())
                .toList());
    }

    private <T> T read(Function<Recall, T> work) {
        return reader.cache().read(session(), work);
    }
}
