package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.LocalTool;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalToolCatalogTest {
    private static final LocalTool TOOL = new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}"));

    @Test
    void a_session_is_offered_all_tools_unless_the_catalog_says_otherwise() {
        LocalToolCatalog catalog = () -> List.of(TOOL);
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 1_000).user("Build it.");
        assertEquals(List.of(TOOL), catalog.offeredTo(fixture.record(Purpose.CONVERSATION)));
        assertEquals(6_000, catalog.minPromptTokens());
    }

    @Test
    void the_tokens_of_a_tool_are_those_of_its_description_and_its_schema() {
        TokenCount count = TokenCount.of("claude-x");
        long tokens = LocalToolCatalog.tokens(TOOL, count);
        assertEquals(count.ofItem("Brings it back.{\"type\":\"object\"}", 0, 0), tokens);
        LocalTool longer = new LocalTool("recall", "Brings it back. ".repeat(50), TOOL.schema());
        assertTrue(LocalToolCatalog.tokens(longer, count) > 10 * tokens);
    }

    @Test
    void the_text_of_an_edit_is_read_as_the_tools_in_it() {
        assertEquals(List.of(TOOL), LocalToolCatalog.read(ToolOffer.write(List.of(TOOL))));
        assertEquals(List.of(), LocalToolCatalog.read(""));
    }
}
