package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SplicedResponseTest {
    private final SplicedResponse response = new SplicedResponse();

    @Test
    void the_first_id_is_used_and_items_are_collected() {
        response.name(RawObject.of(Bytes.of("{\"id\":\"r1\",\"created_at\":1}")).orElseThrow());
        response.name(RawObject.of(Bytes.of("{\"id\":\"r2\",\"model\":\"m\"}")).orElseThrow());
        response.show(Bytes.of("{}"));
        response.show(Bytes.of("[]"));
        Bytes last = Bytes.of("{\"id\":\"r2\",\"output\":null}");
        JsonEdits edits = new JsonEdits(last);
        response.complete(edits, RawObject.of(last).orElseThrow(), Optional.of(Bytes.of("{\"t\":2}")));

        assertEquals(
                SplicedReplies.quoted("{'id':'r1','output':[{},[]],'created_at':1,'model':'m','usage':{'t':2}}"),
                edits.toBytes().utf8());
    }

    @Test
    void a_failure_without_a_message_gets_a_default_message() {
        assertEquals(
                SplicedReplies.quoted(
                        "{'type':'response.failed','response':{'object':'response','status':'failed','error':"
                                + "{'code':'server_error','message':'The upstream failed.'},'output':[]}}"),
                response.failure(Bytes.of("oops"), OptionalLong.empty()).utf8());
    }
}
