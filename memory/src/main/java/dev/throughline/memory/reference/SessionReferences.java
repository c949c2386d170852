package dev.throughline.memory.reference;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.metadata.ListedSession;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.session.TimeLimit;
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
 * <p>The sessions of a message are read, and asked about, at the same time. What is not ready after
 * {@link ReferenceSettings#time} is left out. Safe for use by many threads.
 */
public record SessionReferences(ReferableSessions sessions, ReferenceSettings settings, ScaffoldFilter scaffoldFilter) {
    /** After so many names in a message that fit no session, the rest of its names is not looked up. */
    private static final int MAX_UNKNOWN_NAMES = 8;

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
        long end = System.nanoTime() + settings.time().toNanos();
        Set<SessionId> shown = new HashSet<>(ReferenceBlock.sessions(visibleBlocks));
        Optional<List<ResolvedReference>> resolved = TimeLimit.within(
                ReferenceSettings.READING_TIME,
                "finding references",
                () -> Optional.of(resolve(caller, references, shown)));
        List<TimeLimit.StartedWork<Content>> started = resolved.orElse(List.of()).stream()
                .map(each -> TimeLimit.start("a reference", () -> read(caller, each)))
                .toList();
        ReferenceBlock block = new ReferenceBlock();
        for (TimeLimit.StartedWork<Content> work : started) {
            work.within(Duration.ofNanos(end - System.nanoTime())).ifPresent(content -> content.addTo(block, shown));
        }
        return block.build((int) Math.min(settings.bytes(), room));
    }

    /** A reference, and the session that it means; if it could mean several, those. */
    private record ResolvedReference(SessionReference reference, List<ListedSession> sessions) {
        SessionId session() {
            return sessions.getFirst().ref().id();
        }

        boolean isSummary() {
            return sessions.size() == 1 && reference.question().isEmpty() && reference.ancestors() == 0;
        }
    }

    /** What a reference adds to the block. Used by one thread. */
    private interface Content {
        /** @param shown the sessions whose summaries the model can read, to which those that are added now are added */
        void addTo(ReferenceBlock block, Set<SessionId> shown);
    }

    /** The first references that add something, as many as a message may have. */
    private List<ResolvedReference> resolve(
            SessionCard caller, List<SessionReference> references, Set<SessionId> shown) {
        List<ResolvedReference> resolved = new ArrayList<>();
        Set<SessionId> summaries = new HashSet<>(shown);
        int unknown = 0;
        for (SessionReference reference : references) {
            if (resolved.size() >= settings.references() || unknown >= MAX_UNKNOWN_NAMES) {
                break;
            }
            ResolvedReference each = resolve(caller, reference);
            unknown += each.sessions().isEmpty() ? 1 : 0;
            boolean isNew = !each.sessions().isEmpty()
                    && !resolved.contains(each)
                    && (!each.isSummary() || !summaries.contains(each.session()));
            if (isNew) {
                resolved.add(each);
                if (reference.question().isEmpty() && each.sessions().size() == 1) {
                    summaries.add(each.session());
                }
            }
        }
        return resolved;
    }

    private ResolvedReference resolve(SessionCard caller, SessionReference reference) {
        List<ListedSession> found =
                switch (sessions.find(caller, reference.name())) {
                    case SessionMatch.One one -> List.of(one.session());
                    case SessionMatch.Several several -> several.sessions();
                    case SessionMatch.NoSession _ -> List.of();
                };
        // A session does not refer to itself; a name that fits it and another one means the other one.
        List<ListedSession> others = found.stream()
                .filter(each -> !each.ref().id().equals(caller.ref().id()))
                .toList();
        return new ResolvedReference(reference, others.size() > 1 ? found : others);
    }

    private Optional<Content> read(SessionCard caller, ResolvedReference resolved) {
        SessionReference reference = resolved.reference();
        if (resolved.sessions().size() > 1) {
            return Optional.of((block, _) -> block.add(reference.name(), resolved.sessions()));
        }
        return reference.question().isPresent()
                ? answer(caller, resolved.session(), reference.question().get())
                : Optional.of(summaries(caller, resolved.session(), reference.ancestors()));
    }

    private Optional<Content> answer(SessionCard caller, SessionId session, String question) {
        return sessions.describe(caller, session)
                .flatMap(referred -> sessions.ask(caller, session, question, settings.helperWait())
                        .map(answer -> (block, _) -> block.add(referred, question, answer.quoted())));
    }

    /** A session and its ancestors, of which those are added whose summaries the model cannot read already. */
    private Content summaries(SessionCard caller, SessionId session, int ancestors) {
        List<ReferredSession> line = new ArrayList<>();
        Optional<SessionId> next = Optional.of(session);
        Set<SessionId> seen = new HashSet<>(); // A damaged archive could contain a circle.
        while (next.isPresent() && line.size() <= ancestors && seen.add(next.get())) {
            Optional<ReferredSession> referred = sessions.describe(caller, next.get());
            referred.ifPresent(line::add);
            next = referred.flatMap(ReferredSession::ancestor);
        }
        return (block, shown) -> line.stream()
                .filter(each -> !each.id().equals(caller.ref().id()) && shown.add(each.id()))
                .forEach(block::add);
    }
}
