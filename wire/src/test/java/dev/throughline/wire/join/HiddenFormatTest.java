package dev.throughline.wire.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiddenFormatTest {
    private static final Hash HASH = Hash.of("a");
    private static final Hidden HIDDEN = new Hidden(List.of(
            new Stretch(
                    List.of(new Seen(ItemKind.REASONING, HASH, 0), new Seen(ItemKind.ASSISTANT, HASH, 12)),
                    List.of(new Pair(1, Bytes.of("{ \"a\" : 1e5 }"), Bytes.of("{\"b\":\"\\u0061\"}"))),
                    false),
            new Stretch(List.of(), List.of(), true)));

    @Test
    void what_is_written_is_read_again_to_the_byte() {
        Bytes written = HiddenFormat.write(HIDDEN);

        assertEquals(
                Played.quoted("{'format':1,'rounds':[{'seen':[['reasoning','" + HASH.text() + "',0],['assistant','"
                        + HASH.text() + "',12]],'pairs':[[1,{ 'a' : 1e5 },{'b':'\\u0061'}]],'mixed':false},"
                        + "{'seen':[],'pairs':[],'mixed':true}]}"),
                written.utf8());
        assertEquals(Optional.of(HIDDEN), HiddenFormat.read(written));
    }

    @Test
    void another_format_reads_as_nothing() {
        String written = HiddenFormat.write(HIDDEN).utf8();
        for (String other : List.of(
                written.replace(":1,", ":2,"),
                written.replace("reasoning", "dreams"),
                written.replace(",12]", ",-1]"),
                written.replace(",12]", "]"),
                written.replace("s2:", "zz"),
                written.substring(1),
                "[]",
                "")) {
            assertEquals(Optional.empty(), HiddenFormat.read(Bytes.of(other)), other);
        }
    }
}
