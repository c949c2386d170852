package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Fingerprint;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PromptWriterTest {
    private static final Wire WIRE = MessagesDialect.WIRE;

    private final Request request = WIRE.decode(Bytes.of(new EditingStand(Policy.NO_CHANGE, 1)
            .user("Build it.")
            .ran(1, 3)
            .ran(2, 3)
            .body()));
    private final RequestChain live = new RequestChain(TokenCount.of("claude-x"), _ -> Set.of())
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
    void an_item_says_what_its_edit_says_and_all_else_is_as_it_came() {
        log.accept(stub(2));
        String sent = sent(WIRE);
        assertTrue(sent.contains("a stub") && !sent.contains("line 1001") && sent.contains("line 2001"), sent);
        assertEquals(sent, sent(WIRE), "also when it was written before");
    }

    @Test
    void a_range_becomes_one_message_unless_it_ends_elsewhere() {
        log.accept(new Edit.Replace(
                live.pieces().get(1).node(), live.pieces().get(2).node(), Hash.of("a stub"), 3));
        String sent = sent(WIRE);
        assertFalse(sent.contains("part1"), sent);
        log.accept(new Edit.Replace(live.pieces().get(3).node(), Hash.of("elsewhere"), Hash.of("a stub"), 3));
        assertEquals(sent, sent(WIRE));
    }

    @Test
    void an_element_that_cannot_be_reworded_goes_as_it_came() {
        log.accept(stub(2));
        ItemEditor broken = breaking(ItemEditor.class, WIRE.editor(), "replaceTexts", null);
        assertEquals(request.body().utf8(), sent(breaking(Wire.class, WIRE, "editor", broken)));
    }

    /** A thing of which one method gives something else, or fails if that is nothing. */
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
