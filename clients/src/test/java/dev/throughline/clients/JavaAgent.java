package dev.throughline.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** A small agent on an official Java SDK. It holds its history, and goes on from it each time. */
interface JavaAgent {
    String INSTRUCTIONS = "You run what you are asked to run.";

    /** What the model answers in the end, after all the tools it wanted. */
    String answer(String prompt);

    /** Runs the command in the arguments of a call, and returns what it printed. */
    static String run(String arguments) {
        String command = JsonMapper.shared().readTree(arguments).path("command").stringValue();
        try {
            Process process = new ProcessBuilder("sh", "-c", command).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
