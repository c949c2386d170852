package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.DocumentSplicer;
import dev.throughline.wire.reply.UsageTotal;
import java.util.List;
import java.util.Set;

/** Joins complete Responses replies: the last one with the id, time and model of the first, all items and the total
 * usage. */
final class ResponsesDocumentJoiner implements DocumentSplicer.DocumentJoiner {
    private final Set<String> localNames;

    ResponsesDocumentJoiner(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public Bytes join(List<RawObject> documents) {
        SplicedResponse response = new SplicedResponse();
        for (RawObject document : documents) {
            response.name(document);
            for (RawObject.Member item : document.elements("output").orElse(List.of())) {
                boolean isLocal = item.object()
                        .filter(found -> ResponsesToolCodec.isLocal(found, localNames))
                        .isPresent();
                if (!isLocal) {
                    response.show(item.raw());
                }
            }
        }
        JsonEdits edits = new JsonEdits(documents.getLast().raw());
        response.complete(edits, documents.getLast(), UsageTotal.of(documents));
        return edits.toBytes();
    }
}
