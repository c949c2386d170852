package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
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
}
