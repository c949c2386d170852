package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.wire.messages.MessagesDialect;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class DryRunTest {
    private final TestArchive fixture = new TestArchive();

    private RecordedTurn record(String body) {
        RecordedTurn recorded =
                fixture.archive.record(fixture.card, fixture.turn(Purpose.CONVERSATION, MessagesDialect.WIRE, body));
        fixture.archive.close(recorded, TestArchive.closing(200, TestArchive.reply(), Optional.empty()));
        return recorded;
    }

    private LeasedSession dryRun(String body) {
        return fixture.archive
                .dryRun(fixture.card, fixture.turn(Purpose.CONVERSATION, MessagesDialect.WIRE, body))
                .orElseThrow();
    }

    @Test
    void what_a_count_leaves_out_is_taken_from_the_newest_accepted_request() {
        record("{\"model\":\"m\",\"max_tokens\":77,\"messages\":[" + TestArchive.message("user: One") + "]}");
        String count = "{\"model\":\"m\",\"messages\":[" + TestArchive.message("user: One") + "]}";
        assertEquals(
                OptionalLong.of(77), dryRun(count).recorded().turn().request().outputLimit());
        String own = count.replace("\"m\",", "\"m\",\"max_tokens\":5,");
        assertEquals(OptionalLong.of(5), dryRun(own).recorded().turn().request().outputLimit());
    }

    @Test
    void the_work_of_a_dry_run_sees_a_copy_and_takes_no_lease() {
        RecordedTurn real = record("{\"model\":\"m\",\"messages\":[" + TestArchive.message("user: One") + "]}");
        LeasedSession run = dryRun("{\"model\":\"m\",\"messages\":[" + TestArchive.message("user: One") + "]}");
        int leases = fixture.watched.leases.get();
        List<Entry> before = fixture.entries();
        assertTrue(run.isDryRun());
        assertEquals(0, fixture.watched.heldLeases.get());
        assertEquals(2, run.progress().requests().count(), "with the request of the dry run");
        run.setParsed((ParsedHistory) () -> 1);
        assertEquals(leases, fixture.watched.leases.get());
        assertEquals(before, fixture.entries());
        assertEquals(
                1,
                fixture.archive
                        .underLease(real, LeasedSession::progress)
                        .requests()
                        .count());
        assertNotSame(run.edits(), fixture.archive.underLease(real, LeasedSession::edits));
    }
}
