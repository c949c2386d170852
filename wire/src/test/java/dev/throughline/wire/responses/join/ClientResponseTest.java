package dev.throughline.wire.responses.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.parts.Patch;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClientResponseTest {
    private final ClientResponse response = new ClientResponse();

    @Test
    void the_first_name_counts_and_items_and_bills_are_gathered() {
        response.name(Members.of(Bytes.of("{\"id\":\"r1\",\"created_at\":1}")).orElseThrow());
        response.name(Members.of(Bytes.of("{\"id\":\"r2\",\"model\":\"m\"}")).orElseThrow());
        response.show(Bytes.of("{}"));
        response.bill(Optional.of(Bytes.of("{\"t\":1}")));
        response.endRound();
        response.show(Bytes.of("[]"));
        response.bill(Optional.of(Bytes.of("{\"t\":2}")));
        Bytes last = Bytes.of("{\"id\":\"r2\",\"output\":null}");
        Patch patch = new Patch(last);
        response.complete(patch, last);

        assertEquals(
                Played.quoted("{'id':'r1','output':[{},[]],'created_at':1,'model':'m','usage':{'t':2}}"),
                patch.toBytes().utf8());
    }

    @Test
    void a_failure_without_words_has_some() {
        assertEquals(
                Played.quoted("{'type':'response.failed','response':{'object':'response','status':'failed','error':"
                        + "{'code':'server_error','message':'The upstream failed.'},'output':[]}}"),
                response.failure(Bytes.of("oops"), OptionalLong.empty()).utf8());
    }
}
