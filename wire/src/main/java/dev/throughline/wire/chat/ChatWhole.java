package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.WholeBody;
import java.util.List;
import java.util.Optional;

/** Reads a Chat reply that is one JSON document: the {@code message} of each choice is an element of the reply. */
public final class ChatWhole implements ReplyReader {
    private final WholeBody body = new WholeBody(ChatWhole::read);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        return body.finish();
    }

    private static boolean read(Members body, Bytes raw, ReplyDraft draft) {
        draft.name(body);
        draft.usage(body.object("usage").map(ChatUsage::of));
        Optional<List<Bytes>> choices = body.array("choices");
        if (body.raw("error").isPresent()) {
            draft.fail(body.object("error"), raw);
        } else if (choices.isEmpty()) {
            return false;
        }
        draft.end(Ending.COMPLETE);
        for (Bytes choice : choices.orElse(List.of()).reversed()) {
            finish(Members.of(choice), draft);
        }
        for (Bytes choice : choices.orElse(List.of())) {
            Members.of(choice)
                    .flatMap(found -> found.raw("message"))
                    .ifPresentOrElse(draft::element, () -> draft.unread(choice));
        }
        return true;
    }

    /** Choices are asked from the last to the first, so that the first one has the last word. */
    private static void finish(Optional<Members> choice, ReplyDraft draft) {
        Optional<String> reason = choice.flatMap(found -> found.text("finish_reason"));
        draft.stopReason(reason);
        reason.ifPresent(said -> draft.end(ChatEnding.of(said)));
    }
}
