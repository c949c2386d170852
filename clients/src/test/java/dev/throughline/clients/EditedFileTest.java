package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EditedFileTest {
    @TempDir
    private Path folder;

    @Test
    void each_edit_matches_once_and_all_edits_give_the_final_file() throws IOException {
        EditedFile.write(folder);
        String text = Files.readString(folder.resolve(EditedFile.NAME));
        EditedFile file = new EditedFile();
        for (EditedFile.Replacement each : file.replacements()) {
            int position = text.indexOf(each.before());
            assertEquals(text.lastIndexOf(each.before()), position);
            text = text.substring(0, position)
                    + each.after()
                    + text.substring(position + each.before().length());
        }
        assertEquals(5, file.replacements().size());
        assertEquals(file.whole(), text);
    }

    @Test
    void a_patch_has_the_unchanged_lines_as_context() {
        assertEquals("""
            *** Begin Patch
            *** Update File: a.txt
            @@
             one
            -two
            +zwei
             three
            +four
            *** End Patch
            """, new EditedFile.Replacement("one\ntwo\nthree", "one\nzwei\nthree\nfour").patch("a.txt"));
    }
}
