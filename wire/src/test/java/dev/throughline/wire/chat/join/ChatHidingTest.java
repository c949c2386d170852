package dev.throughline.wire.chat.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.Loom.Form;
import dev.throughline.wire.join.Played;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChatHidingTest {
    @Test
    void texts_are_kept_as_hash_and_length_and_calls_in_their_places() {
        String recall = Played.quoted("{'id':'c1','type':'function','function':{'name':'recall','arguments':'{}'}}");
        String bash = Played.quoted("{'id':'c2','type':'function','function':{'name':'Bash','arguments':'{}'}}");
        Played played = Played.of(
                Dialect.CHAT,
                Form.WHOLE,
                Played.quoted(
                        "{'choices':[{'message':{'role':'assistant','content':'a😀','reasoning':'hm','tool_calls':["
                                + bash + "," + recall + "]},'finish_reason':'tool_calls'}]}"));
        ChatHiding hiding = new ChatHiding(Wires.of(Dialect.CHAT));

        Optional<Hidden> hidden =
                hiding.of(List.of(Played.answered(played.rounds().getFirst())));

        Stretch expected = new Stretch(
                List.of(
                        new Seen(ItemKind.REASONING, Hash.of("hm"), 2),
                        new Seen(ItemKind.ASSISTANT, Hash.of("a😀"), 3),
                        new Seen(ItemKind.TOOL_CALL, hiding.id(Bytes.of(bash)), 0)),
                List.of(new Pair(
                        3,
                        Bytes.of(recall),
                        Bytes.of(Played.quoted("{'role':'tool','tool_call_id':'c1','content':'found recall'}")))),
                true);
        assertEquals(Optional.of(new Hidden(List.of(expected))), hidden);
    }
}
