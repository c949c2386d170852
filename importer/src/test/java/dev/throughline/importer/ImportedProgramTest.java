package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ImportedProgramTest {
    private static final Path HOME = Path.of("/home/ada");

    @Test
    void sessions_are_in_the_home_folder_or_where_the_variable_of_the_program_says() {
        assertEquals(HOME.resolve(".pi/agent/sessions"), ImportedProgram.PI.folder(HOME, _ -> Optional.empty()));
        assertEquals(
                Path.of("/data/codex/sessions"),
                ImportedProgram.CODEX.folder(
                        HOME, name -> Optional.of("/data/codex").filter(_ -> name.equals("CODEX_HOME"))));
        assertEquals(HOME.resolve(".openclaw"), ImportedProgram.OPENCLAW.folder(HOME, _ -> Optional.empty()));
    }
}
