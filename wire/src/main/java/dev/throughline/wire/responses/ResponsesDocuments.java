package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.reply.ReplyDraft;
import dev.throughline.wire.reply.UsageTotal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Responses replies that are one JSON document: each element of {@code output} is an element of the reply. */
final class ResponsesDocuments {
    private ResponsesDocuments() {}

    static DocumentReader reader() {
        return new DocumentReader(ResponsesDocuments::read);
    }

    private static boolean read(RawObject body, ReplyDraft draft) {
        Optional<List<Bytes>> output = body.array("output");
        if (output.isEmpty() && body.has("error")) {
            draft.name(body);
            draft.fail(body.object("error"), body.raw());
            return true;
        }
        if (output.isEmpty()) {
            return false;
        }
        describe(body, draft);
        output.get().forEach(draft::element);
        if (draft.ending() == Ending.FAILED) {
            draft.unread(body.raw());
        }
        return true;
    }

    /** Reads the id, the model, the ending and the usage of a response object that is complete. */
    static void describe(RawObject response, ReplyDraft draft) {
        draft.name(response);
        draft.end(ending(response));
        draft.stopReason(response.object("incomplete_details")
                .flatMap(details -> details.text("reason"))
                .or(() -> response.object("error").flatMap(error -> error.text("code"))));
        draft.usage(response.object("usage").map(usage -> OpenAiFormat.usage(usage, "input_tokens", "output_tokens")));
    }

    private static Ending ending(RawObject response) {
        if (response.has("error")) {
            return Ending.FAILED;
        }
        return switch (response.text("status").orElse("completed")) {
            case "completed" -> Ending.COMPLETE;
            case "failed" -> Ending.FAILED;
            default -> Ending.INCOMPLETE;
        };
    }

    /** The last document with the id, time and model of the first, the items of all and the total usage. */
    static Bytes join(List<RawObject> documents, Predicate<RawObject> isLocal) {
        SplicedResponse response = new SplicedResponse();
        for (RawObject document : documents) {
            response.name(document);
            document.elements("output").orElse(List.of()).stream()
                    .filter(item -> item.object().filter(isLocal).isEmpty())
                    .forEach(item -> response.show(item.raw()));
        }
        JsonEdits edits = new JsonEdits(documents.getLast().raw());
        response.complete(edits, documents.getLast(), UsageTotal.of(documents));
        return edits.toBytes();
    }
}
