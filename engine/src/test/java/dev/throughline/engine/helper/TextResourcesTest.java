package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextResourcesTest {
    @Test
    void a_text_is_read_without_white_space_around_it() {
        String text = TextResources.text(LimitedHelperModel.class, "question.md");
        assertEquals(text.strip(), text);
        assertTrue(text.contains("{instructions}") && text.contains("{schema}"), text);
    }

    @Test
    void a_table_is_read_without_comments_and_blank_lines() {
        assertEquals(
                List.of("first  row", "second row"),
                TextResources.rows(TextResourcesTest.class, "table.txt").toList());
    }

    @Test
    void a_missing_text_is_named_with_its_class() {
        IllegalStateException error = assertThrows(
                IllegalStateException.class, () -> TextResources.text(LimitedHelperModel.class, "nowhere.md"));
        assertEquals(
                "There is no resource nowhere.md next to " + LimitedHelperModel.class.getName(), error.getMessage());
    }
}
