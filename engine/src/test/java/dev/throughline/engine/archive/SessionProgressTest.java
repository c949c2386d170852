package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SessionProgressTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");

    private static Entry.TurnOpened request(int number, String model) {
        return new Entry.TurnOpened(
                new TurnId(new UUID(0, number)),
                NOON.plusSeconds(number),
                Purpose.CONVERSATION,
                ChatDialect.NAME,
                model,
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                Hash.of("leaf " + number),
                number,
                1,
                100);
    }

    private static Entry.TurnClosed answer(int status, Reply.Ending ending, Usage usage, long tokens, long untouched) {
        return new Entry.TurnClosed(
                new TurnId(new UUID(0, 1)),
                NOON,
                status,
                ending,
                Hash.of("reply"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(usage),
                List.of(),
                Optional.of(new Entry.Sent(tokens, untouched, usage)));
    }

    private static Entry.TurnClosed answer(int status, Reply.Ending ending) {
        return answer(status, ending, new Usage(100, 0, 0, 5), 100, 100);
    }

    private static Entry.Edited edited(Trigger trigger, Edit edit) {
        return new Entry.Edited(
                new TurnId(new UUID(0, 1)), NOON, List.of(edit), new DecisionReason(trigger, 2, 1, 1, 1, 1, "why"));
    }

    @Test
    void requests_are_counted_with_the_times_of_the_last_two() {
        SessionProgress progress = SessionProgress.NONE.after(request(1, "m")).after(request(2, "m"));
        assertEquals(
                new SessionProgress.Requests(
                        2,
                        Optional.of(NOON.plusSeconds(2)),
                        Optional.of(NOON.plusSeconds(1)),
                        Hash.of("leaf 2"),
                        Hash.of("leaf 1"),
                        0),
                progress.requests());
        assertFalse(progress.requests().isRepeat());
        assertTrue(progress.after(request(2, "m")).requests().isRepeat());
    }

    @ParameterizedTest
    @CsvSource({
        "200, COMPLETE, true",
        "200, INCOMPLETE, true",
        "200, CUT, true",
        "200, FAILED, false",
        "299, COMPLETE, true",
        "0, CUT, false",
        "400, FAILED, false",
        "529, COMPLETE, false"
    })
    void a_request_counts_as_accepted_by_status_and_ending(int status, Reply.Ending ending, boolean isAccepted) {
        Entry.TurnOpened first = request(1, "m");
        Entry.TurnOpened second = request(2, "m");
        SessionProgress progress = SessionProgress.NONE
                .after(first)
                .after(first, answer(200, Reply.Ending.COMPLETE))
                .after(second)
                .after(second, answer(status, ending));
        assertEquals(Optional.of(isAccepted ? second : first), progress.accepted());
        assertEquals(
                Optional.of(isAccepted ? second.at() : first.at()),
                progress.requests().newest(),
                "a refused request put nothing into the cache");
    }

    @Test
    void what_was_billed_is_in_the_ledger_whatever_the_answer() {
        Entry.TurnOpened request = request(1, "m");
        SessionProgress progress = SessionProgress.NONE.after(request).after(request, answer(500, Reply.Ending.FAILED));
        assertEquals(new Usage(100, 0, 0, 5), progress.ledger().billed());
        SessionProgress asked = progress.after(new Entry.HelperCall(NOON, "flush", "m", new Usage(7, 0, 0, 1)));
        assertEquals(progress.requests(), asked.requests(), "a helper call is no request of the conversation");
        assertFalse(asked.ledger().equals(progress.ledger()));
    }

    @Test
    void an_answer_without_a_bill_or_without_a_size_changes_neither_ledger_nor_scale() {
        Entry.TurnOpened request = request(1, "m");
        Entry.TurnClosed unbilled = new Entry.TurnClosed(
                request.id(),
                NOON,
                200,
                Reply.Ending.COMPLETE,
                Hash.of("reply"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
        SessionProgress progress = SessionProgress.NONE.after(request).after(request, unbilled);
        assertEquals(SessionProgress.NONE.ledger(), progress.ledger());
        assertEquals(SessionProgress.NONE.scale(), progress.scale());
        assertEquals(Optional.of(request), progress.accepted());
    }

    @Test
    void reports_about_the_cache_are_those_of_the_newest_model() {
        Entry.TurnOpened one = request(1, "m");
        SessionProgress used = SessionProgress.NONE
                .after(one)
                .after(one, answer(200, Reply.Ending.COMPLETE, new Usage(10, 90, 0, 5), 100, 100));
        assertTrue(used.cache().isUsed());
        Entry.TurnOpened same = request(2, "m");
        assertTrue(used.after(same)
                .after(same, answer(200, Reply.Ending.COMPLETE))
                .cache()
                .isUsed());
        Entry.TurnOpened other = request(2, "n");
        assertEquals(
                new SessionProgress.CacheReports(/* isUsed= */ false, List.of(100L)),
                used.after(other)
                        .after(other, answer(200, Reply.Ending.COMPLETE))
                        .cache());
    }

    @Test
    void rewritten_nodes_are_those_since_the_newest_accepted_request() {
        Entry.TurnOpened request = request(1, "m");
        SessionProgress edited = SessionProgress.NONE
                .after(request)
                .after(edited(Trigger.WARM, new Edit.Restore(Hash.of("a"))))
                .after(edited(Trigger.ASKED, new Edit.AddTools(List.of("recall"), Optional.empty())))
                .after(edited(Trigger.ASKED, new Edit.Insert(Hash.of("b"), Hash.of("text"), 1)));
        assertEquals(Set.of(Hash.of("a"), Entry.ROOT), edited.rewritten(), "the provider knows inserted calls");
        assertEquals(
                edited.rewritten(),
                edited.after(request, answer(400, Reply.Ending.FAILED)).rewritten());
        assertEquals(
                Set.of(),
                edited.after(request, answer(200, Reply.Ending.COMPLETE)).rewritten());
    }

    @ParameterizedTest
    @EnumSource
    void a_rewrite_is_a_change_of_what_was_sent_before(Trigger trigger) {
        SessionProgress progress = SessionProgress.NONE
                .after(request(1, "m"))
                .after(request(2, "m"))
                .after(edited(trigger, new Edit.Restore(Hash.of("a"))));
        boolean isRewrite = trigger != Trigger.ARRIVAL && trigger != Trigger.ASKED;
        assertEquals(isRewrite ? 2 : 0, progress.requests().countAtRewrite());
    }
}
