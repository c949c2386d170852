package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.DocumentSplicer;
import dev.throughline.wire.reply.UsageTotal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins complete Chat replies: the last one with the id, time and model of the first, the joined texts and the total
 * usage. Of several choices the first one is joined.
 */
final class ChatDocumentJoiner implements DocumentSplicer.DocumentJoiner {
    private static final List<String> NAMES = List.of("id", "created", "model");
    private static final List<String> TEXTS = List.of("reasoning_content", "reasoning", "content", "refusal");

    private final Set<String> localNames;

    ChatDocumentJoiner(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<RawObject> documents) {
        RawObject last = documents.getLast();
        JsonEdits edits = new JsonEdits(last.raw());
        UsageTotal.of(documents).ifPresent(usage -> edits.set(last, "usage", usage));
        for (String name : NAMES) {
            documents.getFirst().raw(name).ifPresent(value -> edits.set(last, name, value));
        }
        choice(last).ifPresent(choice -> join(documents, choice, edits));
        return edits.toBytes();
    }

    private void join(List<RawObject> documents, RawObject choice, JsonEdits edits) {
        List<RawObject> messages = documents.stream()
                .flatMap(document -> choice(document).stream())
                .flatMap(found -> found.object("message").stream())
                .toList();
        List<Bytes> calls = new ArrayList<>();
        for (RawObject message : messages) {
            ChatToolCodec.calls(Optional.of(message)).stream()
                    .filter(call -> call.object()
                            .filter(found -> ChatToolCodec.isCallOf(found, localNames::contains))
                            .isEmpty())
                    .map(Member::raw)
                    .forEach(calls::add);
        }
        choice.object("message").ifPresent(last -> edits.replace(last.raw(), message(messages, last, calls)));
        if (choice.is("finish_reason", "tool_calls") && calls.isEmpty()) {
            edits.set(choice, "finish_reason", Bytes.of("\"stop\""));
        }
    }

    private static Bytes message(List<RawObject> messages, RawObject last, List<Bytes> calls) {
        JsonEdits edits = new JsonEdits(last.raw());
        for (String name : TEXTS) {
            text(messages, name).ifPresent(text -> edits.set(last, name, text));
        }
        JsonBuilder message = new JsonBuilder().add("{");
        RawObject.of(edits.toBytes()).orElseThrow().members().stream()
                .filter(member -> !member.name().equals("tool_calls"))
                .forEach(member -> message.member(member.name(), member.raw()));
        if (!calls.isEmpty()) {
            message.member("tool_calls", JsonBuilder.array(calls));
        }
        return message.add("}").toBytes();
    }

    /** The joined texts of this name; empty if no message has any. */
    private static Optional<Bytes> text(List<RawObject> messages, String name) {
        List<Bytes> texts = messages.stream()
                .flatMap(message -> message.inner(name).stream())
                .toList();
        JsonBuilder text = new JsonBuilder();
        texts.forEach(text::add);
        return texts.isEmpty() ? Optional.empty() : Optional.of(text.asString());
    }

    private static Optional<RawObject> choice(RawObject document) {
        return document.elements("choices")
                .filter(choices -> !choices.isEmpty())
                .flatMap(choices -> choices.getFirst().object());
    }
}
