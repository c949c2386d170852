package dev.throughline.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class TableTest {
    @Test
    void columns_are_as_wide_as_their_widest_cell() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Table table = new Table("NAME", ">N");
        table.row("ada", "1");
        table.row("grace ü", "1234");
        table.print(new Screen(out, out, false));
        assertEquals("""
            NAME        N
            ada         1
            grace ü  1234
            """, bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void a_row_needs_a_cell_for_each_column() {
        assertThrows(IllegalArgumentException.class, () -> new Table("NAME", ">N").row("ada"));
    }
}
