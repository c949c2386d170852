package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.DocumentSplicer;
import dev.throughline.wire.reply.UsageTotal;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Joins complete Messages replies: the last one with the id and model of the first, all blocks and the total usage. A
 * call that the client did not see is not its stop reason.
 */
final class MessagesDocumentJoiner implements DocumentSplicer.DocumentJoiner {
    private final Set<String> localNames;

    MessagesDocumentJoiner(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<RawObject> documents) {
        RawObject first = documents.getFirst();
        RawObject last = documents.getLast();
        JsonEdits edits = new JsonEdits(last.raw());
        edits.set(
                last,
                "content",
                JsonBuilder.array(
                        documents.stream().flatMap(this::shown).map(Member::raw).toList()));
        UsageTotal.of(documents).ifPresent(usage -> edits.set(last, "usage", usage));
        first.raw("id").ifPresent(id -> edits.set(last, "id", id));
        first.raw("model").ifPresent(model -> edits.set(last, "model", model));
        boolean hasCalls = shown(last).flatMap(block -> block.object().stream()).anyMatch(MessagesToolCodec::isCall);
        if (last.is("stop_reason", "tool_use") && !hasCalls) {
            edits.set(last, "stop_reason", Bytes.of("\"end_turn\""));
        }
        return edits.toBytes();
    }

    /** The blocks that the client may see. */
    private Stream<Member> shown(RawObject message) {
        return message.elements("content").orElse(List.of()).stream()
                .filter(block -> block.object()
                        .filter(found -> MessagesToolCodec.isLocal(found, localNames))
                        .isEmpty());
    }
}
