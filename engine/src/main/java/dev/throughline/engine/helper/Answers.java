package dev.throughline.engine.helper;

import dev.throughline.engine.archive.Estimate;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;

/** Reads the words out of a whole reply, and what it cost. */
final class Answers {
    private Answers() {}

    static Asked<String> read(Wire wire, HelperUpstream.Request request, HelperUpstream.Said said) {
        ReplyReader reader = said.isStream() ? wire.streamedReply() : wire.wholeReply();
        Bytes body = said.body();
        reader.feed(body.array(), body.offset(), body.length());
        Reply reply = reader.finish();
        Usage usage = reply.usage().orElseGet(() -> estimated(request, body));
        return switch (reply.ending()) {
            case COMPLETE -> new Asked.Answer<>(words(wire, reply), usage);
            case INCOMPLETE, FAILED, CUT -> new Asked.None<>("incomplete", usage);
        };
    }

    /** A server that does not say what it bills is taken to bill every token. */
    static Usage estimated(HelperUpstream.Request request, Bytes body) {
        long prompt = Estimate.tokens(request.dialect(), request.body().length());
        return new Usage(prompt, 0, 0, Estimate.tokens(request.dialect(), body.length()));
    }

    private static String words(Wire wire, Reply reply) {
        List<String> words = new ArrayList<>();
        for (Bytes element : reply.elements()) {
            for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                if (item.kind() == ItemKind.ASSISTANT) {
                    words.add(wire.text(element, item));
                }
            }
        }
        return String.join("\n", words);
    }
}
