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
    void each_edit_has_one_place_and_all_together_give_the_whole() throws IOException {
        EditedFile.write(folder);
        String text = Files.readString(folder.resolve(EditedFile.NAME));
        EditedFile file = new EditedFile();
        for (EditedFile.Replacement each : file.replacements()) {
            int place = text.indexOf(each.before());
            assertEquals(text.lastIndexOf(each.before()), place);
            text = text.substring(0, place)
                    + each.after()
                    + text.substring(place + each.before().length());
        }
        assertEquals(5, file.replacements().size());
        assertEquals(file.whole(), text);
    }

    @Test
    void a_patch_has_the_lines_that_stay_as_context() {
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
