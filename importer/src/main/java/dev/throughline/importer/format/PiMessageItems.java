package dev.throughline.importer.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the items of a message of pi, which has a form of its own for all providers. Each part of the message becomes
 * the item that pi sends for it in the dialect of a provider:
 *
 * <pre>
 *   {"role":"user","content": text or [{"type":"text","text":…}]}
 *   {"role":"assistant","content":[{"type":"text",…},{"type":"thinking","thinking":…,"thinkingSignature":…},
 *                                  {"type":"toolCall","id":…,"name":…,"arguments":{…}}],"api":…,"model":…,"usage":…}
 *   {"role":"toolResult","toolCallId":…,"content":[…],"isError":…}
 *   {"role":"bashExecution","command":…,"output":…}    a command that the user ran
 * </pre>
 */
final class PiMessageItems {
    /** The dialects of pi's names for them. Other providers use one of these, or are read as the first. */
    private static final Map<String, Wire> WIRES = Map.of(
            "anthropic-messages", MessagesDialect.WIRE,
            "openai-completions", ChatDialect.WIRE,
            "openai-responses", ResponsesDialect.WIRE,
            "openai-codex-responses", ResponsesDialect.WIRE,
            "azure-openai-responses", ResponsesDialect.WIRE);

    private final Wire wire;
    private final Bytes line;

    private PiMessageItems(Wire wire, Bytes line) {
        this.wire = wire;
        this.line = line;
    }

    /** The dialect of one of pi's APIs. */
    static Wire wire(String api) {
        return WIRES.getOrDefault(api, MessagesDialect.WIRE);
    }

    /** The items of a message; none if it is not sent to a model. */
    static List<Item> of(Wire wire, Bytes line, RawObject message) {
        return new PiMessageItems(wire, line).items(message);
    }

    /** The item of a text that pi sends in the name of the user, such as the summary of a compaction. */
    static Item userText(Wire wire, Bytes line, Bytes text) {
        return new PiMessageItems(wire, line).userText(text, text);
    }

    /** The items of the member {@code content} of an object, as those of a message of the user. */
    static List<Item> userContent(Wire wire, Bytes line, RawObject holder) {
        PiMessageItems items = new PiMessageItems(wire, line);
        return parts(holder).stream().map(items::userPart).toList();
    }

    private List<Item> items(RawObject message) {
        String role = message.text("role").orElseThrow(() -> new UnreadableException("expected a message with a role"));
        return switch (role) {
            case "user", "custom", "hookMessage" ->
                parts(message).stream().map(this::userPart).toList();
            case "assistant" -> parts(message).stream().map(this::assistantPart).toList();
            case "toolResult" -> List.of(LineItems.converted(wire, line, message.raw(), result(message)));
            case "bashExecution" ->
                message.raw("output").stream()
                        .map(output -> LineItems.converted(wire, line, message.raw(), userElement(output)))
                        .toList();
            case "branchSummary", "compactionSummary" ->
                message.raw("summary").stream()
                        .map(text -> userText(text, text))
                        .toList();
            default -> List.of();
        };
    }

    private static List<Bytes> parts(RawObject message) {
        return message.array("content")
                .orElseGet(() -> message.raw("content").stream().toList());
    }

    private boolean isIn(Dialect dialect) {
        return wire.dialect().equals(dialect);
    }

    private boolean isMessages() {
        return isIn(MessagesDialect.WIRE.dialect());
    }

    private boolean isResponses() {
        return isIn(ResponsesDialect.WIRE.dialect());
    }

    private Item userPart(Bytes part) {
        if (RawObject.first(part) == '"') {
            return userText(part, part);
        }
        Optional<Bytes> text =
                RawObject.of(part).filter(block -> block.is("type", "text")).flatMap(block -> block.raw("text"));
        // A picture is the item that it is in the file: pi changes its form for each provider.
        return text.map(found -> userText(part, found))
                .orElseGet(() -> LineItems.converted(
                        wire, line, part, JsonBuilder.object("role", "user", "content", List.of(part))));
    }

    private Item userText(Bytes part, Bytes text) {
        return LineItems.converted(wire, line, part, userElement(text));
    }

    private Bytes userElement(Bytes text) {
        return JsonBuilder.object(
                "role", "user", "content", isResponses() ? List.of(textBlock("input_text", text)) : text);
    }

    private static Bytes textBlock(String type, Bytes text) {
        return JsonBuilder.object("type", type, "text", text);
    }

    private Item assistantPart(Bytes part) {
        RawObject block = RawObject.of(part).orElseThrow(() -> new UnreadableException("expected an object"));
        Bytes element =
                switch (block.type()) {
                    case "text" -> text(block);
                    case "thinking" -> thinking(block);
                    case "toolCall" -> call(block);
                    default -> assistant(List.of(part));
                };
        return LineItems.converted(wire, line, part, element);
    }

    private static Bytes assistant(Object content) {
        return JsonBuilder.object("role", "assistant", "content", content);
    }

    private Bytes text(RawObject block) {
        Bytes text = block.raw("text").orElseThrow(() -> new UnreadableException("expected a text"));
        return isResponses()
                ? JsonBuilder.object(
                        "type", "message", "role", "assistant", "content", List.of(textBlock("output_text", text)))
                : assistant(text);
    }

    private Bytes thinking(RawObject block) {
        Bytes text = block.raw("thinking").orElseThrow(() -> new UnreadableException("expected a text of thinking"));
        Optional<Bytes> signature = block.raw("thinkingSignature");
        if (isMessages()) {
            return assistant(List.of(JsonBuilder.object("type", "thinking", "thinking", text, "signature", signature)));
        }
        if (isResponses()) {
            // The signature contains the whole reasoning item as it was received.
            return signature
                    .flatMap(RawObject::text)
                    .map(Bytes::of)
                    .filter(item -> RawObject.of(item).isPresent())
                    .orElseGet(() -> JsonBuilder.object(
                            "type", "reasoning", "summary", List.of(textBlock("summary_text", text))));
        }
        return JsonBuilder.object("role", "assistant", "reasoning_content", text);
    }

    private Bytes call(RawObject block) {
        Optional<Bytes> id = block.raw("id");
        Optional<Bytes> name = block.raw("name");
        Bytes arguments = block.raw("arguments").orElse(Bytes.of("{}"));
        if (isMessages()) {
            return assistant(
                    List.of(JsonBuilder.object("type", "tool_use", "id", id, "name", name, "input", arguments)));
        }
        String text = arguments.utf8();
        if (isResponses()) {
            return JsonBuilder.object(
                    "type", "function_call", "call_id", callId(block, "id"), "name", name, "arguments", text);
        }
        Bytes function = JsonBuilder.object("name", name, "arguments", text);
        Bytes call = JsonBuilder.object("id", id, "type", "function", "function", function);
        return JsonBuilder.object("role", "assistant", "tool_calls", List.of(call));
    }

    /** The id of a call of the Responses API. pi writes the id of the item behind it. */
    private static Optional<String> callId(RawObject block, String member) {
        return block.text(member).map(id -> id.split("\\|", 2)[0]);
    }

    private Bytes result(RawObject message) {
        List<Bytes> parts = parts(message);
        boolean isError =
                message.raw("isError").filter(raw -> raw.utf8().equals("true")).isPresent();
        if (isMessages()) {
            Bytes result = JsonBuilder.object(
                    "type",
                    "tool_result",
                    "tool_use_id",
                    message.raw("toolCallId"),
                    "content",
                    parts,
                    "is_error",
                    isError);
            return JsonBuilder.object("role", "user", "content", List.of(result));
        }
        String text = String.join("\n", texts(parts));
        return isResponses()
                ? JsonBuilder.object(
                        "type", "function_call_output", "call_id", callId(message, "toolCallId"), "output", text)
                : JsonBuilder.object("role", "tool", "content", text, "tool_call_id", message.raw("toolCallId"));
    }

    private static List<String> texts(List<Bytes> parts) {
        List<String> texts = new ArrayList<>();
        for (Bytes part : parts) {
            RawObject.text(part)
                    .or(() -> RawObject.of(part).flatMap(block -> block.text("text")))
                    .ifPresent(texts::add);
        }
        return texts;
    }
}
