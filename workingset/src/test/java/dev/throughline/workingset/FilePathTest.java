package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FilePathTest {
    @ParameterizedTest
    @CsvSource({
        "'',       a.go,           a.go",
        "/repo,    a.go,           /repo/a.go",
        "/repo,    ./src//a.go,    /repo/src/a.go",
        "/repo/a,  ../b/x,         /repo/b/x",
        "/repo,    /etc/hosts,     /etc/hosts",
        "/repo,    ../../../x,     /x",
        "src,      ../../x,        ../x",
        "'',       ../x,           ../x",
        "'',       .,              .",
        "/repo,    .,              /repo",
        "/,        ..,             /",
        "a,        ..,             .",
        "/repo,    ~/x,            ~/x",
        "/repo,    $DIR/x,         $DIR/x",
        "/repo,    -,              -",
        "/repo,    C:\\x,          C:\\x",
        "/repo,    https://a.b/c/../d, https://a.b/c/../d",
    })
    void a_path_is_resolved_against_a_folder(String folder, String path, String resolved) {
        assertEquals(resolved, FilePath.join(folder, path));
    }

    @ParameterizedTest
    @CsvSource({
        "~,           ../x,  ~/../x",
        "~user,       ../x,  ~user/../x",
        "$A,          ../x,  $A/../x",
        "/a/$B,       ../x,  /a/$B/../x",
        "/a/`pwd`,    ../x,  /a/`pwd`/../x",
        "..,          ../x,  ../../x",
        "-,           ../x,  -/../x",
        "$A/b,        ../x,  $A/x",
        "~/b,         ../x,  ~/x",
    })
    void a_step_up_from_an_unknown_folder_stays(String folder, String path, String resolved) {
        assertEquals(resolved, FilePath.join(folder, path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "\\\\server\\a", "~/a", "$A/b", "`pwd`/a", "-", "C:\\a", "d:/a", "file:///a"})
    void a_path_that_means_the_same_file_everywhere_is_absolute(String path) {
        assertTrue(FilePath.isAbsolute(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "./a", "../a", "-a", "a:b", "c:", "A1:/x", ""})
    void other_paths_are_relative(String path) {
        assertFalse(FilePath.isAbsolute(path));
    }

    @ParameterizedTest
    @CsvSource({
        "a.go,                a.go",
        "/a.go,               a.go",
        "src/a.go,            src/a.go",
        "/src/a.go,           src/a.go",
        "/repo/src/a.go,      src/a.go",
        "C:\\repo\\src\\a.go, src/a.go",
        "'',                  ''",
    })
    void the_end_of_a_path_is_its_last_two_segments(String path, String end) {
        assertEquals(end, FilePath.end(path));
    }

    @Test
    void plain_absolute_paths_are_resolved_as_the_file_system_resolves_them() {
        String[] segments = {"a", "b", "..", ".", "c.go", "", "d-e"};
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder path = new StringBuilder("x");
            for (int i = random.nextInt(8); i > 0; i--) {
                path.append('/').append(segments[random.nextInt(segments.length)]);
            }
            String expected =
                    Path.of("/repo").resolve(path.toString()).normalize().toString();
            assertEquals(expected, FilePath.join("/repo", path.toString()), "seed " + seed + ": " + path);
        }
    }

    @Test
    void resolving_again_changes_nothing() {
        String[] segments = {"a", "..", ".", "$B", "~", "-", "c"};
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder path = new StringBuilder(random.nextBoolean() ? "/" : "s");
            for (int i = random.nextInt(8); i > 0; i--) {
                path.append('/').append(segments[random.nextInt(segments.length)]);
            }
            String once = FilePath.join("", path.toString());
            assertEquals(once, FilePath.join("", once), "seed " + seed + ": " + path);
        }
    }
}
