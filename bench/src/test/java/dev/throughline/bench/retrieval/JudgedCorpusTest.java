package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JudgedCorpusTest {
    @TempDir
    Path folder;

    static Path write(Path file, String rows) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(rows.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void the_lead_of_a_turn_is_the_previous_turn_of_the_same_chat() throws IOException {
        Path file = write(folder.resolve("chats.jsonl.gz"), """
            {"kind":"corpus","conv":"c1-","id":"D1","text":"Shall we?"}
            {"kind":"corpus","conv":"c1-","id":"D2","date":"1:56 pm on 8 May, 2023","text":"Yes."}
            {"kind":"corpus","conv":"c2-","id":"D1","text":"No."}
            {"kind":"query","conv":"c1-","text":"Did they?","gold":["D2"]}
            """);
        JudgedCorpus judged = JudgedCorpus.read(file);
        assertEquals("chats", judged.name());
        assertEquals(
                List.of("", "Shall we?", ""),
                judged.documents().stream().map(SearchDocument::lead).toList());
        assertEquals(
                new SearchDocument(
                        "c1-D2", SearchScope.SESSIONS, "c1-", "c1-D2", LocalDate.of(2023, 5, 8), "Shall we?", "Yes."),
                judged.documents().get(1));
        assertEquals(List.of(new JudgedCorpus.Question("c1-", "Did they?", Set.of("c1-D2"))), judged.questions());
    }

    @Test
    void the_folder_of_the_data_must_be_named() {
        assertEquals(folder, JudgedCorpus.folder(new String[] {folder.toString(), "9"}, "bench/run search DATA"));
        for (String[] wrong : new String[][] {{}, {folder.resolve("none").toString()}}) {
            IllegalArgumentException problem = assertThrows(
                    IllegalArgumentException.class, () -> JudgedCorpus.folder(wrong, "bench/run search DATA"));
            assertEquals(
                    "The first argument must be the folder of the data: bench/run search DATA.", problem.getMessage());
        }
    }

    @Test
    void ids_may_be_numbers_and_files_are_selected_by_part_of_their_name() throws IOException {
        write(folder.resolve("other.jsonl.gz"), "");
        Path file = write(folder.resolve("code.jsonl.gz"), """
            {"kind":"corpus","id":7,"text":"def f()"}
            {"kind":"query","id":"q","text":"f","gold":[7]}
            """);
        assertEquals(List.of(file), JudgedCorpus.files(folder, "code"));
        JudgedCorpus judged = JudgedCorpus.read(file);
        assertEquals(
                Set.of(judged.documents().getFirst().id()),
                judged.questions().getFirst().gold());
    }
}
