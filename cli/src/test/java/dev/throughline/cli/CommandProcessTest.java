package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a process of their own: libraries may write to its standard error, and its output may fail. */
class CommandProcessTest {
    @TempDir
    private Path folder = Path.of("");

    private String run(String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(Java.program(arguments))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("THROUGHLINE_SEARCH_EMBEDDINGS", "none");
        Process process = builder.start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it did not end");
        assertEquals("", Files.readString(err).replaceAll("(?m)^throughline: .*\n", ""));
        return Files.readString(out);
    }

    @Test
    void a_warning_of_an_agent_is_not_taken_for_its_version() throws Exception {
        Path codex = Files.createDirectories(folder.resolve("bin")).resolve("codex");
        Files.writeString(codex, "#!/bin/sh\necho 'WARNING: no aliases' >&2\necho\necho 'codex-cli 9.9'\n");
        Files.setPosixFilePermissions(codex, PosixFilePermissions.fromString("rwxr-xr-x"));
        String home = folder.resolve("home").toString();
        run("memory", "add", "Releases are cut on Thursdays.", "--home", home);
        run("memory", "index", "--home", home);
        String nowhere = "http://127.0.0.1:1";
        String said = run("doctor", "--home", home, "--openai-url", nowhere, "--anthropic-url", nowhere);
        assertTrue(said.contains("codex       " + codex + ", codex-cli 9.9\n"), said);
        assertTrue(said.contains("search      the index in"), said);
    }

    @Test
    void a_full_disk_is_a_failure_and_a_closed_pipe_is_not() throws Exception {
        String home = folder.resolve("home").toString();
        Path program = folder.resolve("program");
        Files.writeString(program, String.join("\n", Java.program("config", "check", "--home", home)));
        String command = "IFS='\n'; set -f; set -- $(cat '" + program + "'); ";
        assertEquals(
                "1 throughline: the output is incomplete: No space left on device",
                shell(command + "\"$@\" 2>err >/dev/full; echo $? $(grep 'incomplete' err)"));
        assertEquals(
                "0",
                shell(command + "{ \"$@\" 2>err; echo $? >code; } | :; echo $(cat code) $(grep 'incomplete' err)"));
    }

    private String shell(String script) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it did not end");
        return said.strip();
    }
}
