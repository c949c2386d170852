package dev.throughline.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** A small agent that uses an official Java SDK. It keeps its history and continues from it. */
interface JavaAgent {
    String INSTRUCTIONS = "You run what you are asked to run.";

    /** The final answer of the model, after all tool calls. */
    String answer(String prompt);

    /** Runs the command in the arguments of a call and returns its output. */
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
