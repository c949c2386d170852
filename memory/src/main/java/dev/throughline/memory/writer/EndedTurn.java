package dev.throughline.memory.writer;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A turn that ended in a session with memory: its figures, the memory of its project, and what writers read of the
 * session. Used by one thread, while the memory is open.
 */
public final class EndedTurn implements MemoryEvent {
    /**
     * The figures of a turn.
     *
     * @param tokens the length of the prompt
     * @param isPause whether the agent called no tool and waits for the person now
     * @param isCompaction whether the client had its history summarised
     */
    public record Figures(SessionCard card, String model, long tokens, boolean isPause, boolean isCompaction) {}

    /** Where a session is read from. */
    public record Sessions(RecallCache views, SessionProjects projects, ScaffoldFilter words) {}

    private final Figures figures;
    private final Project project;
    private final WorkspaceMemory memory;
    private final Sessions sessions;
    private List<String> read = List.of();

    public EndedTurn(Figures figures, Project project, WorkspaceMemory memory, Sessions sessions) {
        this.figures = figures;
        this.project = project;
        this.memory = memory;
        this.sessions = sessions;
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

    /** What was said in the session after a node, or all of it; without secrets. */
    public Conversation conversation(Optional<Hash> after) {
        Set<Hash> places = after.map(Set::of).orElse(Set.of());
        Conversation conversation = sessions.views()
                .read(session(), recall -> Conversation.since(session(), recall, sessions.words(), places));
        if (conversation.items().size() > read.size()) {
            read = conversation.items().stream().map(ConversationItem::text).toList();
        }
        return conversation;
    }

    /** The same, but only what was said while the agent worked in the project. */
    public Conversation conversationInProject(Optional<Hash> after) {
        Conversation all = conversation(after);
        return sessions.views().read(session(), recall -> {
            Predicate<Entry.Node> isHere = sessions.projects().saidIn(project, figures.card(), recall.transcript());
            return all.only(
                    each -> recall.transcript().node(each.node()).filter(isHere).isPresent());
        });
    }

    /** The texts that writers have read of the session for this turn. */
    public List<String> textsRead() {
        return read;
    }

    /** How often the session was compacted, by its client or by the gateway. */
    public long compactions() {
        return sessions.views().read(session(), EndedTurn::compactions);
    }

    private static long compactions(Recall recall) {
        long byClient = recall.transcript().turns().stream()
                .filter(turn -> turn.purpose() == Purpose.COMPACTION)
                .count();
        long byGateway = recall.transcript().edits().stream()
                .filter(edited -> edited.edits().stream().anyMatch(Edit.Replace.class::isInstance))
                .count();
        return byClient + byGateway;
    }

    /** The lines of memory that the session was shown; repeating them is not news. */
    public List<String> shownLines() {
        return sessions.views()
                .read(
                        session(),
                        recall -> recall.transcript().edits().stream()
                                .flatMap(edited -> edited.edits().stream())
                                .filter(Edit.Prepend.class::isInstance)
                                .map(Edit.Prepend.class::cast)
                                .flatMap(prepend ->
                                        recall.source(prepend.text()).utf8().lines())
                                .toList());
    }
}
