package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.DocumentSplicer;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Chat replies that are one JSON document: the {@code message} of each choice is an element of the reply. */
final class ChatDocuments {
    private static final List<String> NAMES = List.of("id", "created", "model");
    private static final List<String> TEXTS = List.of("reasoning_content", "reasoning", "content", "refusal");

    private ChatDocuments() {}

    static DocumentReader reader() {
        return new DocumentReader(ChatDocuments::read);
    }

    private static boolean read(RawObject body, ReplyDraft draft) {
        draft.name(body);
        draft.usage(body.object("usage").map(usage -> OpenAiFormat.usage(usage, "prompt_tokens", "completion_tokens")));
        Optional<List<Member>> listed = body.elements("choices");
        if (body.has("error")) {
            draft.fail(body.object("error"), body.raw());
        } else if (listed.isEmpty()) {
            return false;
        }
        draft.end(Ending.COMPLETE);
        List<Member> choices = listed.orElse(List.of());
        // From the last to the first, so that the first choice decides.
        for (Member choice : choices.reversed()) {
            Optional<String> reason = choice.object().flatMap(found -> found.text("finish_reason"));
            draft.stopReason(reason);
            reason.ifPresent(text -> draft.end(ChatStreamReader.ending(text)));
        }
        for (Member choice : choices) {
            choice.object()
                    .flatMap(found -> found.raw("message"))
                    .ifPresentOrElse(draft::element, () -> draft.unread(choice.raw()));
        }
        return true;
    }

    /**
     * The last document with the id, time and model of the first, the joined texts and the total usage. Of several
     * choices the first one is joined.
     */
    static Bytes join(List<RawObject> documents, Predicate<RawObject> isLocal) {
        JsonEdits edits = DocumentSplicer.joined(documents, NAMES);
        choice(documents.getLast()).ifPresent(choice -> join(documents, choice, isLocal, edits));
        return edits.toBytes();
    }

    private static void join(
            List<RawObject> documents, RawObject choice, Predicate<RawObject> isLocal, JsonEdits edits) {
        List<RawObject> messages = documents.stream()
                .flatMap(document -> choice(document).stream())
                .flatMap(found -> found.object("message").stream())
                .toList();
        List<Bytes> calls = messages.stream()
                .flatMap(message -> ChatToolCodec.calls(message).stream())
                .filter(call -> call.object().filter(isLocal).isEmpty())
                .map(Member::raw)
                .toList();
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
