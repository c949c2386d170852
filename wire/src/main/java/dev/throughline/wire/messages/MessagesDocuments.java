package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.DocumentSplicer;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Messages replies that are one JSON document: the {@code content} of a reply makes one assistant message. */
final class MessagesDocuments {
    private MessagesDocuments() {}

    static DocumentReader reader() {
        return new DocumentReader(MessagesDocuments::read);
    }

    private static boolean read(RawObject body, ReplyDraft draft) {
        if (body.has("error") || body.is("type", "error")) {
            draft.fail(body.object("error"), body.raw());
            return true;
        }
        Optional<Bytes> content = body.raw("content");
        if (content.isEmpty()) {
            return false;
        }
        draft.name(body);
        draft.usage(MessagesStreamReader.usage(Optional.empty(), body));
        Optional<String> reason = body.text("stop_reason");
        draft.stopReason(reason);
        draft.end(reason.map(MessagesStreamReader::ending).orElse(Ending.COMPLETE));
        draft.element(MessagesStreamReader.message(content.get()));
        return true;
    }

    /**
     * The last document with the id and model of the first, the blocks of all and the total usage. A call that the
     * client did not see is not its stop reason.
     */
    static Bytes join(List<RawObject> documents, Predicate<RawObject> isLocal) {
        RawObject last = documents.getLast();
        JsonEdits edits = DocumentSplicer.joined(documents, List.of("id", "model"));
        List<Bytes> blocks = documents.stream()
                .flatMap(document -> document.elements("content").orElse(List.of()).stream())
                .filter(block -> block.object().filter(isLocal).isEmpty())
                .map(Member::raw)
                .toList();
        edits.set(last, "content", JsonBuilder.array(blocks));
        boolean hasCalls = last.objects("content").stream()
                .anyMatch(block -> MessagesToolCodec.isCall(block) && !isLocal.test(block));
        if (last.is("stop_reason", "tool_use") && !hasCalls) {
            edits.set(last, "stop_reason", Bytes.of("\"end_turn\""));
        }
        return edits.toBytes();
    }
}
