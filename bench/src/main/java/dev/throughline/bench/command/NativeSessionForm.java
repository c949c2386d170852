package dev.throughline.bench.command;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A form in which an agent stores its sessions, and in which a recorded session can be written. A message without text
 * and without calls has no line; system messages are only in the files of Codex.
 */
enum NativeSessionForm {
    CODEX {
        @Override
        List<Bytes> header(UUID id) {
            return List.of(codex(FIRST, "session_meta", JsonBuilder.object("id", id.toString(), "cwd", FOLDER)));
        }

        @Override
        List<Bytes> lines(UUID id, int number, RecordedMessage message) {
            List<Bytes> elements = new ArrayList<>();
            if (message.is(RecordedMessage.Role.TOOL)) {
                elements.add(JsonBuilder.object(
                        "type", "function_call_output", "call_id", message.callId(), "output", message.content()));
            } else if (!message.content().isEmpty()) {
                boolean isAnswer = message.is(RecordedMessage.Role.ASSISTANT);
                Bytes text =
                        JsonBuilder.object("type", isAnswer ? "output_text" : "input_text", "text", message.content());
                String role = message.is(RecordedMessage.Role.SYSTEM) ? "developer" : role(message);
                elements.add(JsonBuilder.object("type", "message", "role", role, "content", List.of(text)));
            }
            for (RecordedCall call : message.calls()) {
                elements.add(JsonBuilder.object(
                        "type",
                        "function_call",
                        "name",
                        call.name(),
                        "arguments",
                        call.arguments(),
                        "call_id",
                        call.id()));
            }
            return elements.stream()
                    .map(element -> codex(at(number, message), "response_item", element))
                    .toList();
        }

        @Override
        int items(RecordedMessage message) {
            return parts(message);
        }
    },

    CLAUDE {
        @Override
        List<Bytes> header(UUID id) {
            return List.of();
        }

        @Override
        List<Bytes> lines(UUID id, int number, RecordedMessage message) {
            List<Bytes> content = new ArrayList<>();
            if (message.is(RecordedMessage.Role.TOOL)) {
                content.add(JsonBuilder.object(
                        "type", "tool_result", "tool_use_id", message.callId(), "content", message.content()));
            } else if (!message.content().isEmpty()) {
                content.add(text(message));
            }
            for (RecordedCall call : message.calls()) {
                content.add(JsonBuilder.object(
                        "type", "tool_use", "id", call.id(), "name", call.name(), "input", arguments(call)));
            }
            JsonBuilder line = JsonBuilder.object()
                    .with("type", message.is(RecordedMessage.Role.ASSISTANT) ? "assistant" : "user")
                    .with("uuid", Integer.toString(number));
            if (number > 0) {
                line = line.with("parentUuid", Integer.toString(number - 1));
            }
            return List.of(line.with("sessionId", id.toString())
                    .with("cwd", FOLDER)
                    .with("timestamp", at(number, message).toString())
                    .with(
                            "message",
                            JsonBuilder.object(
                                    "role",
                                    message.is(RecordedMessage.Role.ASSISTANT) ? "assistant" : "user",
                                    "content",
                                    content))
                    .end());
        }
    },

    PI {
        @Override
        List<Bytes> header(UUID id) {
            return List.of(JsonBuilder.object(
                    "type",
                    "session",
                    "version",
                    Bytes.of("3"),
                    "id",
                    id.toString(),
                    "timestamp",
                    FIRST.toString(),
                    "cwd",
                    FOLDER));
        }

        @Override
        List<Bytes> lines(UUID id, int number, RecordedMessage message) {
            List<Bytes> content = new ArrayList<>();
            if (!message.content().isEmpty()) {
                content.add(text(message));
            }
            for (RecordedCall call : message.calls()) {
                content.add(JsonBuilder.object(
                        "type", "toolCall", "id", call.id(), "name", call.name(), "arguments", arguments(call)));
            }
            JsonBuilder written = JsonBuilder.object().with("content", content);
            if (message.is(RecordedMessage.Role.TOOL)) {
                written = written.with("role", "toolResult").with("toolCallId", message.callId());
            } else {
                written = written.with("role", role(message)).with("api", "anthropic-messages");
            }
            JsonBuilder line = JsonBuilder.object().with("type", "message").with("id", Integer.toString(number));
            if (number > 0) {
                line = line.with("parentId", Integer.toString(number - 1));
            }
            return List.of(line.with("timestamp", at(number, message).toString())
                    .with("message", written.end())
                    .end());
        }
    };

    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FOLDER = "/home/ada/recorded";

    /** The lines before the first message. */
    abstract List<Bytes> header(UUID id);

    /** The lines of a message. */
    abstract List<Bytes> lines(UUID id, int number, RecordedMessage message);

    /** The number of items of a message. */
    int items(RecordedMessage message) {
        return message.is(RecordedMessage.Role.SYSTEM) ? 0 : parts(message);
    }

    /** A session in this form, as the text of a file. */
    final String file(UUID id, Trajectory trajectory) {
        List<Bytes> lines = new ArrayList<>(header(id));
        int number = 0;
        for (RecordedMessage message : trajectory.messages()) {
            if (items(message) > 0) {
                lines.addAll(lines(id, number++, message));
            }
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.utf8()).append('\n'));
        return text.toString();
    }

    /** The number of items of a session in this form. */
    final long items(Trajectory trajectory) {
        return trajectory.messages().stream().mapToLong(this::items).sum();
    }

    private static int parts(RecordedMessage message) {
        boolean isResult = message.is(RecordedMessage.Role.TOOL);
        return (isResult || !message.content().isEmpty() ? 1 : 0)
                + message.calls().size();
    }

    private static String role(RecordedMessage message) {
        return message.is(RecordedMessage.Role.ASSISTANT) ? "assistant" : "user";
    }

    private static Bytes text(RecordedMessage message) {
        return JsonBuilder.object("type", "text", "text", message.content());
    }

    /** The arguments as an object; some recordings contain incomplete ones. */
    private static Bytes arguments(RecordedCall call) {
        return RawObject.of(Bytes.of(call.arguments()))
                .map(RawObject::raw)
                .orElseGet(() -> JsonBuilder.object("text", call.arguments()));
    }

    private static Bytes codex(Instant at, String type, Bytes payload) {
        return JsonBuilder.object("timestamp", at.toString(), "type", type, "payload", payload);
    }

    /** The time of a message; messages without one are a second apart. */
    private static Instant at(int number, RecordedMessage message) {
        return message.at().isPresent()
                ? Instant.ofEpochMilli((long) (message.at().getAsDouble() * 1_000))
                : FIRST.plusSeconds(number);
    }
}
