package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.OpenAiUsage;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.List;
import java.util.Optional;

/** Reads a Responses reply that is one JSON document: each element of its {@code output} is an element of the reply. */
public final class ResponsesDocumentReader extends DocumentReader {
    @Override
    protected boolean read(RawObject body, ReplyDraft draft) {
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
        draft.usage(response.object("usage").map(usage -> OpenAiUsage.of(usage, "input_tokens", "output_tokens")));
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
}
