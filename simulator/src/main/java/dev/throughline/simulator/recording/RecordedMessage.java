package dev.throughline.simulator.recording;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One message of a session.
 *
 * @param calls what an assistant message called
 * @param callId of a tool's result: the call it answers
 * @param name of a tool's result: the tool
 * @param at seconds since the epoch, where the recording has a time
 */
public record RecordedMessage(
        Role role,
        String content,
        List<RecordedCall> calls,
        String callId,
        String name,
        boolean isError,
        OptionalDouble at) {
    /** Who speaks. */
    public enum Role {
        SYSTEM,
        USER,
        ASSISTANT,
        TOOL
    }

    public RecordedMessage {
        calls = List.copyOf(calls);
    }

    /** A message that is only text. */
    public static RecordedMessage text(Role role, String content, OptionalDouble at) {
        return new RecordedMessage(role, content, List.of(), "", "", /* isError= */ false, at);
    }

    /** An assistant message. */
    public static RecordedMessage answer(String content, List<RecordedCall> calls, OptionalDouble at) {
        return new RecordedMessage(Role.ASSISTANT, content, calls, "", "", /* isError= */ false, at);
    }

    /** The result of a call. */
    public static RecordedMessage result(RecordedCall call, String content, OptionalDouble at) {
        return new RecordedMessage(Role.TOOL, content, List.of(), call.id(), call.name(), /* isError= */ false, at);
    }

    public boolean is(Role other) {
        return role == other;
    }

    RecordedMessage withContent(String other) {
        return new RecordedMessage(role, other, calls, callId, name, isError, at);
    }

    RecordedMessage withCalls(List<RecordedCall> others) {
        return new RecordedMessage(role, content, others, callId, name, isError, at);
    }

    RecordedMessage answering(RecordedCall call) {
        return new RecordedMessage(role, content, calls, call.id(), call.name(), isError, at);
    }
}
