package dev.throughline.memory.writer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.rules.Statement;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Updates the notes of sessions. The position up to which each session was read is not stored on disk; after a restart
 * the whole conversation is read once.
 */
public final class SessionNotes implements MemoryWriter {
    private static final int MAX_SESSIONS = 1_000;
    private static final int MAX_INPUT_LENGTH = 100_000;
    private static final int MAX_OUTPUT_TOKENS = 8_000;
    private static final int MAX_TITLE_LENGTH = 80;
    private static final int MAX_REQUEST_LENGTH = 160;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /**
     * The position up to which a session was read.
     *
     * @param node the last node that was read
     * @param tokens the length of the prompt at that time
     * @param covered the last node that the notes cover, if that is known
     */
    private record Position(Hash node, long tokens, Optional<Hash> covered) {}

    private final StateNotes notes;
    private final MemoryLimits.NotesLimits limits;
    private final Cache<SessionRef, Position> positions =
            Caffeine.newBuilder().maximumSize(MAX_SESSIONS).build();
    private final QuestionTemplate question;

    public SessionNotes(StateNotes notes, MemoryLimits.NotesLimits limits, HelperModel helper) {
        this.notes = notes;
        this.limits = limits;
        this.question = QuestionTemplate.of(helper, SessionNotes.class, "notes", MAX_OUTPUT_TOKENS, TIMEOUT);
    }

    @Override
    public String name() {
        return "notes";
    }

    @Override
    public Optional<WriteResult> afterTurn(EndedTurn turn) {
        EndedTurn.Figures figures = turn.figures();
        if (!isGrown(turn.session(), figures.tokens())) {
            return Optional.empty();
        }
        Conversation unread = turn.conversation(position(turn.session()).map(Position::node));
        return Optional.of(run(unread, figures.tokens(), figures.isPause()));
    }

    private Optional<Position> position(SessionRef session) {
        return Optional.ofNullable(positions.getIfPresent(session));
    }

    /** The last node that the notes of a session cover, if that is known. */
    public Optional<Hash> covered(SessionRef session) {
        return position(session).flatMap(Position::covered);
    }

    /** The notes as a model is shown them: without empty sections and descriptions. */
    public static String shown(String written) {
        return NotesPage.of(written).shown();
    }

    /** Whether the prompt has grown enough since the last update. If it became shorter, it is measured from there. */
    private boolean isGrown(SessionRef session, long tokens) {
        Position last = positions.getIfPresent(session);
        if (last == null) {
            return tokens >= limits.firstTokens();
        }
        if (tokens < last.tokens()) {
            positions.put(session, new Position(last.node(), tokens, last.covered()));
        }
        return tokens - last.tokens() >= limits.nextTokens();
    }

    /**
     * Updates the notes of a session if they are due.
     *
     * @param conversation all of it, or what follows the last node that was read
     * @param tokens the length of the newest prompt
     * @param isPause whether the agent has answered and waits for the user
     */
    public WriteResult run(Conversation conversation, long tokens, boolean isPause) {
        SessionRef session = conversation.session();
        Optional<Position> last = position(session);
        Conversation unread = last.map(Position::node).map(conversation::after).orElse(conversation);
        long calls = unread.items().stream()
                .filter(item -> item.kind() == ItemKind.TOOL_CALL)
                .count();
        if (!isGrown(session, tokens) || (calls < limits.calls() && !isPause)) {
            return WriteResult.WAITING;
        }
        boolean isChanged = update(session, unread);
        conversation.last().map(ConversationItem::node).ifPresent(node -> {
            Optional<Hash> covered = isChanged ? Optional.of(node) : last.flatMap(Position::covered);
            positions.put(session, new Position(node, tokens, covered));
        });
        return isChanged ? WriteResult.WRITTEN : WriteResult.UNCHANGED;
    }

    private boolean update(SessionRef session, Conversation unread) {
        String before = notes.read(session, NoteKind.SUMMARY).orElse("");
        NotesPage page = NotesPage.of(before);
        NotesPage next = question.ask(session, () -> input(page, unread), answer -> byHelper(page, answer))
                .value()
                .orElseGet(() -> byRules(page, unread));
        String after = Admission.text(next.condensed(limits).format());
        if (after.equals(before)) {
            return false;
        }
        notes.write(session, NoteKind.SUMMARY, after);
        return true;
    }

    private static String input(NotesPage page, Conversation unread) {
        return "Notes:\n" + page.format() + "\nSaid since:\n" + ConversationText.of(unread, MAX_INPUT_LENGTH);
    }

    private static NotesPage byHelper(NotesPage page, Json answer) {
        NotesPage next = page;
        for (Json each : answer instanceof Json.Obj object ? object.list("sections") : List.<Json>of()) {
            if (each instanceof Json.Obj one) {
                String title = one.text("title").orElse("").strip();
                for (NotesSection section : NotesSection.values()) {
                    boolean isNamed = section.title().equalsIgnoreCase(title);
                    next = isNamed ? next.with(section, one.text("text").orElse("")) : next;
                }
            }
        }
        return next;
    }

    private static NotesPage byRules(NotesPage page, Conversation unread) {
        RuleFindings found = RuleFindings.of(unread);
        NotesPage next = page;
        if (next.text(NotesSection.TITLE).isEmpty()) {
            String task = found.task().text();
            next = next.with(NotesSection.TITLE, TextCut.to(task, MAX_TITLE_LENGTH));
            next = next.with(NotesSection.TASK, task);
        }
        if (!found.state().text().isEmpty()) {
            next = next.with(NotesSection.STATE, found.state().text());
        }
        List<String> errors = new ArrayList<>();
        found.failures().forEach(each -> errors.add(each.text()));
        found.corrections().forEach(each -> errors.add("corrected: " + each.text()));
        List<String> statements =
                found.statements().stream().map(Statement::text).toList();
        List<String> requests = unread.items().stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .map(item -> item.text().replaceAll("\\s+", " ").strip())
                .map(text -> TextCut.to(text, MAX_REQUEST_LENGTH))
                .toList();
        return next.withAdded(NotesSection.ERRORS, errors)
                .withAdded(NotesSection.FILES, found.files())
                .withAdded(NotesSection.LEARNINGS, statements)
                .withAdded(NotesSection.WORKLOG, requests);
    }
}
