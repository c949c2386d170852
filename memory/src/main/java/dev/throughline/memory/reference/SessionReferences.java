package dev.throughline.memory.reference;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.metadata.ListedSession;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.model.SessionId;
import dev.throughline.model.text.TokenCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Packs the sessions that a message refers to into a block, which is stored as an edit of that message and never
 * changes. A session is packed once per conversation, as long as the model can read the block.
 *
 * <pre>
 *   @@parser-work              the summary of the session
 *   @@parser-work~2            its summary and those of its two ancestors
 *   @@parser-work: question    an answer with quotations, or else the passages that match best
 *   @@parser                   a list of the sessions that fit, if there are several
 *   @@somebody                 nothing
 * </pre>
 *
 * <p>Safe for use by many threads.
 */
public record SessionReferences(ReferableSessions sessions, ReferenceSettings settings, ScaffoldFilter scaffoldFilter) {
    /** Whether the person's own words in a message contain a reference. It is not resolved. */
    public boolean isIn(String message) {
        return message.contains("@@") && !references(message).isEmpty();
    }

    private List<SessionReference> references(String message) {
        return settings.isOn() ? ReferenceParser.parse(scaffoldFilter.of(message)) : List.of();
    }

    /** The block for the newest message; empty if it refers to no session that can be shown. */
    public Optional<String> block(SessionState.StateRequest request) {
        TokenCount count = TokenCount.of(request.recorded().turn().request().model());
        return request.isNewUserText()
                ? block(
                        request.recorded().card(),
                        request.userText(),
                        request.visibleBlocks(),
                        count.characters(request.maxMemoryTokens()))
                : Optional.empty();
    }

    /**
     * The block for a message of a session.
     *
     * @param visibleBlocks the blocks of earlier messages that the model can read
     * @param room the size for which the prompt has room
     */
    Optional<String> block(SessionCard caller, String message, List<String> visibleBlocks, long room) {
        // The prompt of a sub-agent is not written by a person.
        List<SessionReference> references = caller.parent().isEmpty() ? references(message) : List.of();
        if (references.isEmpty()) {
            return Optional.empty();
        }
        Packing packing = new Packing(caller, ReferenceBlock.sessions(visibleBlocks), references);
        references.forEach(packing::add);
        return packing.block.build((int) Math.min(settings.bytes(), room));
    }

    /** The block of one message while it is written. */
    private final class Packing {
        private final ReferenceBlock block = new ReferenceBlock();
        private final SessionCard caller;
        private final Set<SessionId> shown;
        private final Set<String> notes = new HashSet<>();
        private final Duration wait;
        private int count;

        /** All questions of a message together wait as long as one. */
        Packing(SessionCard caller, Set<SessionId> shown, List<SessionReference> references) {
            long questions = references.stream()
                    .filter(each -> each.question().isPresent())
                    .limit(settings.references())
                    .count();
            this.wait = settings.helperWait().dividedBy(Math.max(1, questions));
            this.caller = caller;
            this.shown = new HashSet<>(shown);
        }

        void add(SessionReference reference) {
            if (count >= settings.references()) {
                return;
            }
            List<ListedSession> found =
                    switch (sessions.find(caller, reference.name())) {
                        case SessionMatch.One one -> List.of(one.session());
                        case SessionMatch.Several several -> several.sessions();
                        case SessionMatch.NoSession _ -> List.of();
                    };
            // A session does not refer to itself; a name that fits it and another one means the other one.
            List<SessionId> others = found.stream()
                    .map(each -> each.ref().id())
                    .filter(id -> !id.equals(caller.ref().id()))
                    .toList();
            boolean isAdded =
                    switch (others.size()) {
                        case 0 -> false;
                        case 1 -> add(reference, others.getFirst());
                        default -> addNote(reference.name(), found);
                    };
            count += isAdded ? 1 : 0;
        }

        private boolean add(SessionReference reference, SessionId session) {
            return reference.question().isPresent()
                    ? addAnswer(session, reference.question().get())
                    : addSummaries(session, reference.ancestors());
        }

        private boolean addNote(String name, List<ListedSession> candidates) {
            boolean isNew = notes.add(name);
            if (isNew) {
                block.add(name, candidates);
            }
            return isNew;
        }

        private boolean addAnswer(SessionId session, String question) {
            Optional<ReferredSession> referred = sessions.describe(caller, session);
            Optional<SessionAnswer> answer = referred.flatMap(_ -> sessions.ask(caller, session, question, wait));
            answer.ifPresent(each -> block.add(referred.orElseThrow(), question, each.quoted()));
            return answer.isPresent();
        }

        /** Adds a session and its ancestors, unless the model can read their summaries already. */
        private boolean addSummaries(SessionId session, int ancestors) {
            List<ReferredSession> line = new ArrayList<>();
            Optional<SessionId> next = Optional.of(session);
            Set<SessionId> seen = new HashSet<>(); // A damaged archive could contain a circle.
            while (next.isPresent() && line.size() <= ancestors && seen.add(next.get())) {
                Optional<ReferredSession> referred = sessions.describe(caller, next.get());
                referred.ifPresent(line::add);
                next = referred.flatMap(ReferredSession::ancestor);
            }
            boolean isAdded = false;
            for (ReferredSession each : line) {
                boolean isOwn = each.id().equals(caller.ref().id());
                if (!isOwn && shown.add(each.id())) {
                    block.add(each);
                    isAdded = true;
                }
            }
            return isAdded;
        }
    }
}
