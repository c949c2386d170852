package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.ItemEditor;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Policy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PromptWriterTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    private final Request request = WIRE.decode(Bytes.of(new EditFixture(Policy.NO_CHANGE, 1)
            .user("Build it.")
            .command(1, 3)
            .command(2, 3)
            .body()));
    private final RequestChain live = new RequestChain(TokenCount.of("claude-x"), new AgentMarkers(List.of()))
            .follow(WIRE, request, Fingerprint.ofHistory(request), List.of());
    private final EditLog log = new EditLog();

    private String sent(Wire wire) {
        return RequestRewriter.apply(request, new PromptWriter(wire, request, live, log, _ -> "a stub").changes())
                .utf8();
    }

    private Edit.Reword stub(int piece) {
        return new Edit.Reword(live.pieces().get(piece).node(), Edit.RewordKind.CLEAR, Hash.of("a stub"), 3);
    }

    @Test
    void without_edits_the_request_is_what_the_client_sent() {
        assertEquals(request.body().utf8(), sent(WIRE));
    }

    @Test
    void a_reworded_item_has_its_new_text_and_the_rest_is_unchanged() {
        log.accept(stub(2));
        String sent = sent(WIRE);
        assertTrue(sent.contains("a stub") && !sent.contains("line 1001") && sent.contains("line 2001"), sent);
        assertEquals(sent, sent(WIRE), "the same when it is written again");
    }

    @Test
    void a_range_is_replaced_by_one_message_unless_its_end_is_not_in_the_request() {
        log.accept(new Edit.Replace(
                live.pieces().get(1).node(), live.pieces().get(2).node(), Hash.of("a stub"), 3));
        String sent = sent(WIRE);
        assertFalse(sent.contains("part1"), sent);
        log.accept(new Edit.Replace(live.pieces().get(3).node(), Hash.of("elsewhere"), Hash.of("a stub"), 3));
        assertEquals(sent, sent(WIRE));
    }

    @Test
    void an_element_that_cannot_be_reworded_is_sent_unchanged() {
        log.accept(stub(2));
        ItemEditor broken = breaking(ItemEditor.class, WIRE.editor(), "replaceTexts", null);
        assertEquals(request.body().utf8(), sent(breaking(Wire.class, WIRE, "editor", broken)));
    }

    /** A proxy in which one method returns another value, or throws if that value is null. */
    private static <T> T breaking(Class<T> type, T real, String broken, @Nullable Object instead) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (method.getName().equals(broken) && instead == null) {
                        throw new IllegalStateException("broken on purpose");
                    }
                    try {
                        return method.getName().equals(broken) ? instead : method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
