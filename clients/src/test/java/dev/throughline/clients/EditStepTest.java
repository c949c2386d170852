package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EditStepTest {
    @TempDir
    private Path folder;

    @Test
    void every_edit_replaces_text_that_was_read_in_one_piece() throws IOException {
        EditedFile.write(folder);
        String text = Files.readString(folder.resolve(EditedFile.NAME));
        EditedFile file = new EditedFile();
        List<String> reads = new ArrayList<>();
        for (EditStep step : EditStep.all()) {
            if (step instanceof EditStep.Read(String name, int first, int last) && name.equals(EditedFile.NAME)) {
                reads.add(text.lines().skip(first - 1L).limit(last - first + 1L).collect(Collectors.joining("\n")));
            } else if (step instanceof EditStep.Replace(int number)) {
                EditedFile.Replacement edit = file.replacements().get(number - 1);
                assertTrue(reads.stream().anyMatch(read -> read.contains(edit.before())), () -> "edit " + number);
                text = text.replace(edit.before(), edit.after());
            }
        }
        assertEquals(file.whole(), text);
        assertEquals(40, EditStep.all().size());
    }
}
