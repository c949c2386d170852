package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.SummaryWriter.SummaryRequest;
import dev.throughline.engine.edit.SummaryWriter.SummaryWishes;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.Request;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SummaryWriterTest {
    private String standing = "";
    private String keep = "";
    private final ScriptedHelperModel helper = new ScriptedHelperModel();
    private final SummaryWriter writer = new SummaryWriter(helper);
    private final EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000)
            .user("Build it.")
            .command(1, 3)
            .command(2, 200)
            .user("Go on.");

    /** The request for a summary of the first pieces. */
    private SummaryRequest request(int last, String model) {
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        return fixture.editor().underLease(recorded, edit -> {
            EditInput input = edit.input(OptionalLong.empty());
            return writer.request(
                    recorded, edit, input, new PieceRange(1, last), new SummaryWishes(model, standing, keep));
        });
    }

    private Hash node(int piece) {
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        return recorded.path().get(piece).node();
    }

    @Test
    void the_prompt_is_the_beginning_of_the_request_with_one_more_message() {
        SummaryRequest request = request(2, "claude-x");
        String body = request.continuation().orElseThrow().body().utf8();
        String kept = fixture.body()
                .substring(
                        0,
                        fixture.body()
                                .indexOf(",{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t3\""));
        assertTrue(body.startsWith(kept.substring(0, kept.length() - 3)), body);
        assertFalse(body.contains("part2"), body);
        Request decoded = fixture.wire.decode(Bytes.of(body));
        assertEquals(List.of(), fixture.wire.validate(decoded), "the provider accepts it");
        assertEquals(node(1), request.first());
        assertEquals(node(2), request.last());
    }

    @Test
    void another_model_replaces_only_the_name_of_the_model() {
        String own = request(2, "claude-x").continuation().orElseThrow().body().utf8();
        SummaryRequest other = request(2, "large");
        assertEquals(
                own.replaceFirst("claude-x", "large"),
                other.continuation().orElseThrow().body().utf8());
        Request client = fixture.wire.decode(Bytes.of(fixture.body()));
        assertTrue(other.usesOtherModel(client));
        assertFalse(request(2, "claude-x").usesOtherModel(client));
    }

    @Test
    void a_long_piece_is_cut_between_characters() {
        helper.isSessionModel = false;
        fixture.called("Bash", "{\"command\":\"smile\"}", "x" + "😀".repeat(1_500) + "x");
        String text = request(7, "claude-x").text();
        assertTrue(text.contains("😀\n[…]\n😀"), text);
        assertEquals(text, Bytes.of(text).utf8(), "no character is split");
    }

    @Test
    void a_foreign_model_gets_a_text_with_long_pieces_cut() {
        helper.isSessionModel = false;
        SummaryRequest request = request(4, "claude-x");
        assertEquals(Optional.empty(), request.continuation());
        assertFalse(request.usesOtherModel(fixture.wire.decode(Bytes.of(fixture.body()))));
        String text = request.text();
        assertTrue(text.startsWith("[tool_call]\nmake part1\n\n[tool_result]\nline 1000 of what was built\n"), text);
        assertTrue(text.contains("\n[…]\n") && text.length() < 2 * 2_000 + 500, text.length() + " characters");
    }

    @Test
    void the_text_between_the_tags_is_the_summary_of_the_range() {
        helper.answers.add("Sure. <summary>\n Parts were built.\n</summary>");
        SummaryRequest request = request(2, "claude-x");
        assertEquals(
                Optional.of(new Compact.Summary(request.first(), request.last(), "Parts were built.")),
                writer.write(fixture.session(), request));
        assertEquals(Optional.empty(), writer.write(fixture.session(), request), "there is no second answer");
    }

    @Test
    void a_foreign_model_answers_in_json() {
        helper.isSessionModel = false;
        SummaryRequest request = request(2, "claude-x");
        helper.answers.add("{\"summary\":\" Parts were built. \"}");
        assertEquals(
                Optional.of(new Compact.Summary(request.first(), request.last(), "Parts were built.")),
                writer.write(fixture.session(), request));
        helper.answers.add("{\"summary\":\" \"}");
        assertEquals(Optional.empty(), writer.write(fixture.session(), request));
    }

    @Test
    void a_summary_is_the_text_between_the_tags_without_the_analysis() {
        assertEquals(
                Optional.of("a b c"),
                SummaryWriter.tagged("hm <analysis>x <summary>no</summary></analysis><summary>a <analysis>y</analysis>b"
                        + " c</summary> bye"));
        assertEquals(Optional.of("a </summary> b"), SummaryWriter.tagged("<summary>a </summary> b</summary>"));
        assertEquals(Optional.empty(), SummaryWriter.tagged("</summary>a<summary>"));
        assertEquals(Optional.empty(), SummaryWriter.tagged("<analysis>a"));
    }
}
