package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.throughline.wire.messages.MessagesDialect;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class DryRunTest {
    private final TestArchive world = new TestArchive();

    private RecordedTurn record(String body) {
        RecordedTurn recorded =
                world.archive.record(world.card, world.turn(Purpose.CONVERSATION, MessagesDialect.WIRE, body));
        world.archive.close(recorded, TestArchive.closing(200, TestArchive.reply(), Optional.empty()));
        return recorded;
    }

    private DryRun dryRun(String body) {
        return world.archive
                .dryRun(world.card, world.turn(Purpose.CONVERSATION, MessagesDialect.WIRE, body))
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
        DryRun run = dryRun("{\"model\":\"m\",\"messages\":[" + TestArchive.message("user: One") + "]}");
        int leases = world.watched.leases.get();
        List<Entry> before = world.entries();
        run.underLease(run.recorded(), session -> {
            assertEquals(0, world.watched.heldLeases.get());
            assertEquals(2, session.progress().requests().count(), "with the request of the dry run");
            session.setParsed((ParsedHistory) () -> 1);
            return true;
        });
        assertEquals(leases, world.watched.leases.get());
        assertEquals(before, world.entries());
        assertEquals(
                1,
                world.archive
                        .underLease(real, LeasedSession::progress)
                        .requests()
                        .count());
        assertNotSame(
                run.underLease(run.recorded(), LeasedSession::edits),
                world.archive.underLease(real, LeasedSession::edits));
    }
}
