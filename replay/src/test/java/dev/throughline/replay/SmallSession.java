package dev.throughline.replay;

import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.recording.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Sessions written for tests: an agent that reads numbered files and later uses a line of one of them. */
public final class SmallSession {
    private SmallSession() {}

    private static OptionalDouble at(int turn) {
        return OptionalDouble.of(1_000 + 20.0 * turn);
    }

    /** A session that reads so many files, each of about 600 tokens, and then quotes the first. */
    public static Trajectory reading(int files) {
        List<Message> messages = new ArrayList<>();
        messages.add(Message.text(Role.SYSTEM, "Work carefully.", at(0)));
        messages.add(Message.text(Role.USER, "Please read all the files and sum them up. ü🌳", at(0)));
        for (int i = 0; i < files; i++) {
            Call call = new Call("call_" + i, "Read", "{\"path\":\"src/file" + i + ".txt\"}");
            messages.add(Message.answer(i % 2 == 0 ? "Reading on." : "", List.of(call), at(i)));
            messages.add(Message.result(call, file(i), at(i + 1)));
        }
        Call edit = new Call("edit_1", "Edit", "{\"old\":\"value_of_file0 = 1000\",\"new\":\"x\\ny\"}");
        messages.add(Message.answer("Now the edit.", List.of(edit), at(files)));
        messages.add(new Message(Role.TOOL, "", List.of(), "edit_1", "Edit", /* isError= */ true, at(files + 1)));
        messages.add(Message.answer("", List.of(new Call("patch_1", "patch", "*** Begin \"x\"")), at(files + 1)));
        messages.add(Message.text(Role.SYSTEM, "A reminder.", at(files + 2)));
        messages.add(Message.text(Role.USER, "And now?", at(files + 2)));
        messages.add(Message.answer("All done.", List.of(), at(files + 2)));
        return Trajectory.of("reading", messages);
    }

    /** A session that reads two files, one of them with line numbers, and edits both, and one that it never read. */
    public static Trajectory editing() {
        Call numbered = new Call("call_0", "Read", "{\"path\":\"numbered.txt\"}");
        Call plain = new Call("call_1", "Read", "{\"path\":\"plain.txt\"}");
        Call edits = new Call(
                "call_2",
                "MultiEdit",
                "{\"edits\":[{\"old_string\":\"first line of it\\nsecond line of it\"},"
                        + "{\"old_string\":\"never was read by us\"}]}");
        Call patch = new Call(
                "call_3",
                "apply_patch",
                "*** Begin Patch\n*** Update File: plain.txt\n a line without number\n-another\n*** End Patch");
        return Trajectory.of(
                "editing",
                List.of(
                        Message.text(Role.USER, "Please edit.", at(0)),
                        Message.answer("", List.of(numbered, plain), at(1)),
                        Message.result(numbered, "     1→first line of it\n     2→second line of it", at(2)),
                        Message.result(plain, "a line without number\nanother", at(2)),
                        Message.answer("", List.of(edits, patch), at(3))));
    }

    private static String file(int number) {
        StringBuilder text = new StringBuilder("value_of_file" + number + " = " + (1000 + number) + "\n");
        for (int i = 0; i < 60; i++) {
            text.append("some more words in line ").append(i).append(" of it\n");
        }
        return text.toString();
    }
}
