package dev.throughline.replay.recording;

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
public record Message(
        Role role, String content, List<Call> calls, String callId, String name, boolean isError, OptionalDouble at) {
    /** Who speaks. */
    public enum Role {
        SYSTEM,
        USER,
        ASSISTANT,
        TOOL
    }

    public Message {
        calls = List.copyOf(calls);
    }

    /** A message that is only text. */
    public static Message text(Role role, String content, OptionalDouble at) {
        return new Message(role, content, List.of(), "", "", /* isError= */ false, at);
    }

    /** An assistant message. */
    public static Message answer(String content, List<Call> calls, OptionalDouble at) {
        return new Message(Role.ASSISTANT, content, calls, "", "", /* isError= */ false, at);
    }

    /** The result of a call. */
    public static Message result(Call call, String content, OptionalDouble at) {
        return new Message(Role.TOOL, content, List.of(), call.id(), call.name(), /* isError= */ false, at);
    }

    public boolean is(Role other) {
        return role == other;
    }

    Message withContent(String other) {
        return new Message(role, other, calls, callId, name, isError, at);
    }

    Message withCalls(List<Call> others) {
        return new Message(role, content, others, callId, name, isError, at);
    }

    Message answering(Call call) {
        return new Message(role, content, calls, call.id(), call.name(), isError, at);
    }
}
