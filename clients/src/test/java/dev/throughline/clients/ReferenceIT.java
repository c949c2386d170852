package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of Claude Code that a person names in Codex, and asks about from the command line. */
final class ReferenceIT {
    private static final String STATEMENT = "We take the streaming lexer for the parser.";
    private static final String OPENING = "<throughline_references";
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\"");

    @TempDir
    private Path folder;

    @Test
    void a_session_of_claude_code_is_asked_about_in_codex() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            Program claude = ClaudeIT.quiet(program(model)).with("ANTHROPIC_API_KEY", "sk-ant-none");
            throughline(claude, "run", "claude", "-p", STATEMENT);
            String id = session(claude);

            throughline(codex(model), "run", "codex", "exec", "@@" + id + ": which lexer do we take?");
            String asked = asked(model, "which lexer do we take?");
            int block = asked.indexOf(OPENING);
            assertTrue(block > 0 && asked.indexOf(STATEMENT, block) > block, asked);

            throughline(codex(model), "run", "codex", "exec", "Please continue @@" + id + " now.");
            String continued = asked(model, "Please continue @@");
            assertTrue(continued.contains("<session id=\\\"" + id + "\\\""), continued);

            String answer = throughline(claude, "ask", id, "which lexer?", "--json");
            assertTrue(answer.contains(STATEMENT), answer);
            String found = throughline(claude, "search", "streaming lexer", "--sessions");
            assertTrue(found.contains("sessions/" + id), found);
        }
    }

    private static String session(Program program) throws IOException, InterruptedException {
        String sessions = throughline(program, "sessions", "--json");
        Matcher id = ID.matcher(sessions);
        assertTrue(id.find(), sessions);
        return id.group(1);
    }

    /** The newest request that contains a text. */
    private static String asked(ModelServer model, String text) {
        return model.received().reversed().stream()
                .map(ReceivedRequest::body)
                .map(body -> body.utf8())
                .filter(body -> body.contains(text))
                .findFirst()
                .orElseThrow();
    }

    private Program codex(ModelServer model) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("codex"));
        RunIT.configure(home);
        return program(model).with("CODEX_HOME", home.toString()).with("OPENAI_API_KEY", "sk-none");
    }

    /** A program of one person in their repository. */
    private Program program(ModelServer model) throws IOException, InterruptedException {
        Program program = new Program(Files.createDirectories(folder.resolve("parser")))
                .with("HOME", Files.createDirectories(folder.resolve("user")).toString())
                .with("THROUGHLINE_OPENAI_URL", model.url())
                .with("THROUGHLINE_ANTHROPIC_URL", model.url());
        program.run("git", "init", "--quiet").expectSuccess();
        return program;
    }

    private static String throughline(Program program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.launcher().toString()));
        command.addAll(List.of(arguments));
        return program.run(command).expectSuccess().out();
    }

    /** Stops the gateway that the runs shared. */
    @AfterEach
    void stop() throws IOException, InterruptedException {
        new Program(folder)
                .with("HOME", folder.resolve("user").toString())
                .run(Installed.launcher().toString(), "stop")
                .expectSuccess();
    }
}
