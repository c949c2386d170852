package dev.throughline.cli.terminal;

import java.io.PrintStream;

/** The output of a command. Colours are used only on a terminal, and not if the user disabled them. */
public record Screen(PrintStream out, PrintStream err, boolean hasColours) {
    /** Colours by their meaning. */
    public enum Colour {
        GOOD("32"),
        DOUBTFUL("33"),
        BAD("31"),
        HEADING("1"),
        QUIET("2");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }

    public String coloured(Colour colour, String text) {
        return hasColours ? "\033[" + colour.code + "m" + text + "\033[0m" : text;
    }

    /** Prints a message to standard error. */
    public void printMessage(String message) {
        err.println("throughline: " + message);
    }
}
