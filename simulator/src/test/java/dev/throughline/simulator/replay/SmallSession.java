package dev.throughline.simulator.replay;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.session.Violation;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Sessions written for tests: an agent that reads numbered files and later uses a line of one of them. */
public final class SmallSession {
    private SmallSession() {}

    private static OptionalDouble at(int turn) {
        return OptionalDouble.of(1_000 + 20.0 * turn);
    }

    /** The violations that the validator of the wire module finds in a body. */
    public static List<Violation> wireRules(SimulatedDialect dialect, Bytes body) {
        Wire wire = Dialects.of(dialect.dialect());
        return wire.validate(wire.decode(body)).stream()
                .map(found -> new Violation("wire_" + found.rule().name().toLowerCase(Locale.ROOT), found.where()))
                .toList();
    }

    /** A session that reads this number of files of about 600 tokens each and then quotes the first. */
    public static Trajectory reading(int files) {
        List<RecordedMessage> messages = new ArrayList<>();
        messages.add(RecordedMessage.text(Role.SYSTEM, "Work carefully.", at(0)));
        messages.add(RecordedMessage.text(Role.USER, "Please read all the files and sum them up. ü🌳", at(0)));
        for (int i = 0; i < files; i++) {
            RecordedCall call = new RecordedCall("call_" + i, "Read", "{\"path\":\"src/file" + i + ".txt\"}");
            messages.add(RecordedMessage.answer(i % 2 == 0 ? "Reading on." : "", List.of(call), at(i)));
            messages.add(RecordedMessage.result(call, file(i), at(i + 1)));
        }
        RecordedCall edit = new RecordedCall("edit_1", "Edit", "{\"old\":\"value_of_file0 = 1000\",\"new\":\"x\\ny\"}");
        messages.add(RecordedMessage.answer("Now the edit.", List.of(edit), at(files)));
        messages.add(
                new RecordedMessage(Role.TOOL, "", List.of(), "edit_1", "Edit", /* isError= */ true, at(files + 1)));
        messages.add(RecordedMessage.answer(
                "", List.of(new RecordedCall("patch_1", "patch", "*** Begin \"x\"")), at(files + 1)));
        messages.add(RecordedMessage.text(Role.SYSTEM, "A reminder.", at(files + 2)));
        messages.add(RecordedMessage.text(Role.USER, "And now?", at(files + 2)));
        messages.add(RecordedMessage.answer("All done.", List.of(), at(files + 2)));
        return Trajectory.of("reading", messages);
    }

    /** A session that reads two files, one of them with line numbers, and edits both, and one that it never read. */
    public static Trajectory editing() {
        RecordedCall numbered = new RecordedCall("call_0", "Read", "{\"path\":\"numbered.txt\"}");
        RecordedCall plain = new RecordedCall("call_1", "Read", "{\"path\":\"plain.txt\"}");
        RecordedCall edits = new RecordedCall(
                "call_2",
                "MultiEdit",
                "{\"edits\":[{\"old_string\":\"first line of it\\nsecond line of it\"},"
                        + "{\"old_string\":\"never was read by us\"}]}");
        RecordedCall patch = new RecordedCall(
                "call_3",
                "apply_patch",
                "*** Begin Patch\n*** Update File: plain.txt\n a line without number\n-another\n*** End Patch");
        return Trajectory.of(
                "editing",
                List.of(
                        RecordedMessage.text(Role.USER, "Please edit.", at(0)),
                        RecordedMessage.answer("", List.of(numbered, plain), at(1)),
                        RecordedMessage.result(numbered, "     1→first line of it\n     2→second line of it", at(2)),
                        RecordedMessage.result(plain, "a line without number\nanother", at(2)),
                        RecordedMessage.answer("", List.of(edits, patch), at(3))));
    }

    private static String file(int number) {
        StringBuilder text = new StringBuilder("value_of_file" + number + " = " + (1000 + number) + "\n");
        for (int i = 0; i < 60; i++) {
            text.append("some more words in line ").append(i).append(" of it\n");
        }
        return text.toString();
    }
}
