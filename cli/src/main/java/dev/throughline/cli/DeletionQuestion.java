package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Asks before something is deleted. Without a terminal nobody can answer, so the answer is no. */
record DeletionQuestion(Screen screen, InputStream input) {
    private static final int MAX_ANSWER_BYTES = 64;

    boolean isConfirmed(String question) {
        if (!Boolean.getBoolean("throughline.terminal")) {
            screen.printMessage(question + " Nothing was deleted. Pass --yes to delete without a question.");
            return false;
        }
        screen.err().print(question + " [y/N] ");
        screen.err().flush();
        return isYes(line());
    }

    static boolean isYes(String answer) {
        String word = answer.strip().toLowerCase(Locale.ROOT);
        return word.equals("y") || word.equals("yes");
    }

    private String line() {
        StringBuilder answer = new StringBuilder();
        try {
            int next = input.read();
            while (next >= 0 && next != '\n' && answer.length() < MAX_ANSWER_BYTES) {
                answer.append((char) next);
                next = input.read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
        return answer.toString();
    }
}
