package dev.throughline.memory.note;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.rules.Statement;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the notes of sessions up to date. Where each session was looked at last is known as long as the process lives;
 * after a restart the first look takes in the whole conversation. Safe for use by many threads, one look at a time for
 * each session; sessions do not wait for each other.
 */
public final class SessionNotes {
    private static final int MOST_SESSIONS = 1_000;
    private static final int MOST_CHARACTERS = 100_000;
    private static final int OUTPUT_TOKENS = 8_000;
    private static final Duration TIME = Duration.ofMinutes(2);

    /**
     * When notes are taken, and how long they become.
     *
     * @param firstTokens the first look is taken at a prompt of so many tokens
     * @param nextTokens the next one after so many more
     * @param calls and only after so many calls of tools, or at a natural pause
     * @param sectionTokens how long a section becomes
     * @param allTokens how long all together become
     */
    public record Limits(int firstTokens, int nextTokens, int calls, int sectionTokens, int allTokens) {
        public static final Limits DEFAULT = new Limits(10_000, 5_000, 3, 2_000, 12_000);
    }

    private record Look(Hash place, long tokens) {}

    /** Where the looks at one session are taken, by one thread at a time; it is there as long as somebody needs it. */
    private static final class Desk {
        private final ReentrantLock lock = new ReentrantLock();
        private int visitors;
    }

    private final StateNotes notes;
    private final Limits limits;
    private final HelperModel helper;

    /** Guarded by itself, as are the desks; nobody who holds one of them asks or reads anything. */
    private final Map<SessionRef, Look> looks = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Look> eldest) {
            return size() > MOST_SESSIONS;
        }
    };

    private final Map<SessionRef, Desk> desks = new HashMap<>();
    private final String instructions = TextResources.text(SessionNotes.class, "notes.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(SessionNotes.class, "notes.schema.json")));

    public SessionNotes(StateNotes notes, Limits limits, HelperModel helper) {
        this.notes = notes;
        this.limits = limits;
        this.helper = helper;
    }

    /** Notes as a model is told them: what they say, without empty sections and descriptions. */
    public static String told(String written) {
        return Sheet.of(written).told();
    }

    /**
     * Looks at a session, if it is time to, and says whether its notes changed.
     *
     * @param tokens of the newest request
     * @param isPause whether the agent has answered and waits for the person
     */
    public boolean afterTurn(Conversation whole, long tokens, boolean isPause) {
        Desk desk = arrive(whole.session());
        desk.lock.lock();
        try {
            return turn(whole, tokens, isPause);
        } finally {
            desk.lock.unlock();
            leave(whole.session(), desk);
        }
    }

    /** The last place of a session that was looked at, if that is known. */
    public Optional<Hash> reached(SessionRef session) {
        return Optional.ofNullable(last(session)).map(Look::place);
    }

    private Desk arrive(SessionRef session) {
        synchronized (desks) {
            Desk desk = desks.computeIfAbsent(session, _ -> new Desk());
            desk.visitors++;
            return desk;
        }
    }

    private void leave(SessionRef session, Desk desk) {
        synchronized (desks) {
            if (--desk.visitors == 0) {
                desks.remove(session);
            }
        }
    }

    private @Nullable Look last(SessionRef session) {
        synchronized (looks) {
            return looks.get(session);
        }
    }

    private void keep(SessionRef session, Look look) {
        synchronized (looks) {
            looks.put(session, look);
        }
    }

    private boolean turn(Conversation whole, long tokens, boolean isPause) {
        Look last = last(whole.session());
        Conversation fresh = last == null ? whole : whole.after(last.place());
        long calls = fresh.items().stream()
                .filter(said -> said.kind() == ItemKind.TOOL_CALL)
                .count();
        // A prompt that became shorter was compacted: what is new is counted from there.
        long since = last == null ? tokens : tokens - Math.min(last.tokens(), tokens);
        int wanted = last == null ? limits.firstTokens() : limits.nextTokens();
        boolean isTime = since >= wanted && (calls >= limits.calls() || isPause);
        if (!isTime) {
            if (last != null && tokens < last.tokens()) {
                keep(whole.session(), new Look(last.place(), tokens));
            }
            return false;
        }
        boolean isChanged = look(whole.session(), fresh);
        whole.last().ifPresent(said -> keep(whole.session(), new Look(said.node(), tokens)));
        return isChanged;
    }

    private boolean look(SessionRef session, Conversation fresh) {
        String before = notes.read(session, NoteKind.SUMMARY).orElse("");
        Sheet sheet = Sheet.of(before);
        Sheet next = asked(session, sheet, fresh).orElseGet(() -> byRules(sheet, fresh));
        String after = Admission.text(next.condensed(limits).written());
        if (after.equals(before)) {
            return false;
        }
        notes.write(session, NoteKind.SUMMARY, after);
        return true;
    }

    private Optional<Sheet> asked(SessionRef session, Sheet sheet, Conversation fresh) {
        if (!helper.isThere(session)) {
            return Optional.empty();
        }
        String input = "Notes:\n" + sheet.written() + "\nSaid since:\n" + ConversationText.of(fresh, MOST_CHARACTERS);
        return helper.ask(
                        session,
                        new HelperQuestion<>(
                                "notes", instructions, input, schema, SessionNotes::sections, OUTPUT_TOKENS, TIME))
                .value()
                .map(sections -> {
                    Sheet changed = sheet;
                    for (Map.Entry<Section, String> each : sections.entrySet()) {
                        changed = changed.with(each.getKey(), each.getValue());
                    }
                    return changed;
                });
    }

    private static Map<Section, String> sections(Json answer) {
        Map<Section, String> sections = new EnumMap<>(Section.class);
        if (answer instanceof Json.Obj object) {
            for (Json each : object.list("sections")) {
                if (each instanceof Json.Obj one) {
                    String title = one.text("title").orElse("");
                    Stream.of(Section.values())
                            .filter(section -> section.title().equalsIgnoreCase(title.strip()))
                            .forEach(section ->
                                    sections.put(section, one.text("text").orElse("")));
                }
            }
        }
        return sections;
    }

    private static Sheet byRules(Sheet sheet, Conversation fresh) {
        RuleFindings found = RuleFindings.of(fresh);
        Sheet next = sheet;
        if (next.text(Section.TITLE).isEmpty()) {
            String task = found.task().text();
            next = next.with(Section.TITLE, SafeText.cut(task, 80));
            next = next.with(Section.TASK, task);
        }
        if (!found.state().text().isEmpty()) {
            next = next.with(Section.STATE, found.state().text());
        }
        List<String> errors = new ArrayList<>();
        found.failures().forEach(each -> errors.add(each.text()));
        found.corrections().forEach(each -> errors.add("corrected: " + each.text()));
        next = next.with(Section.ERRORS, added(next.text(Section.ERRORS), errors));
        next = next.with(Section.FILES, added(next.text(Section.FILES), found.files()));
        next = next.with(
                Section.LEARNINGS,
                added(
                        next.text(Section.LEARNINGS),
                        found.statements().stream().map(Statement::text).toList()));
        List<String> asked = fresh.items().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .map(said -> said.text().replaceAll("\\s+", " ").strip())
                .map(text -> SafeText.cut(text, 160))
                .toList();
        return next.with(Section.WORKLOG, added(next.text(Section.WORKLOG), asked));
    }

    /** Lines with others behind them that are not there yet. */
    private static String added(String lines, List<String> others) {
        List<String> all = new ArrayList<>(lines.lines().toList());
        for (String other : others) {
            if (!all.contains("- " + other)) {
                all.add("- " + other);
            }
        }
        return String.join("\n", all);
    }
}
