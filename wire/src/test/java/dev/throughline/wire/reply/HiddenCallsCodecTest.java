package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiddenCallsCodecTest {
    private static final Hash HASH = Hash.of("a");
    private static final HiddenCalls HIDDEN = new HiddenCalls(List.of(
            new HiddenRound(
                    List.of(new SeenItem(ItemKind.REASONING, HASH, 0), new SeenItem(ItemKind.ASSISTANT, HASH, 12)),
                    List.of(new HiddenCall(1, Bytes.of("{ \"a\" : 1e5 }"), Bytes.of("{\"b\":\"\\u0061\"}"))),
                    false),
            new HiddenRound(List.of(), List.of(), true)));

    @Test
    void hidden_calls_are_written_and_read_unchanged() {
        Bytes written = HiddenCallsCodec.write(HIDDEN);

        assertEquals(
                SplicedReplies.quoted(
                        "{'format':1,'rounds':[{'seen':[['reasoning','" + HASH.text() + "',0],['assistant','"
                                + HASH.text() + "',12]],'pairs':[[1,{ 'a' : 1e5 },{'b':'\\u0061'}]],'mixed':false},"
                                + "{'seen':[],'pairs':[],'mixed':true}]}"),
                written.utf8());
        assertEquals(Optional.of(HIDDEN), HiddenCallsCodec.read(written));
    }

    @Test
    void another_format_is_not_read() {
        String written = HiddenCallsCodec.write(HIDDEN).utf8();
        for (String other : List.of(
                written.replace(":1,", ":2,"),
                written.replace("reasoning", "dreams"),
                written.replace(",12]", ",-1]"),
                written.replace(",12]", "]"),
                written.replace("s2:", "zz"),
                written.substring(1),
                "[]",
                "")) {
            assertEquals(Optional.empty(), HiddenCallsCodec.read(Bytes.of(other)), other);
        }
    }
}
