package dev.throughline.cli.terminal;

import java.io.PrintStream;

/**
 * Where a command writes. Colours are used only if a person reads, that is on a terminal, and unless they asked for
 * none.
 */
public record Screen(PrintStream out, PrintStream err, boolean hasColours) {
    /** The colours that have a meaning here. */
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

    public String paint(Colour colour, String text) {
        return hasColours ? "\033[" + colour.code + "m" + text + "\033[0m" : text;
    }

    /** Says a sentence to the user, beside the data. */
    public void say(String sentence) {
        err.println("throughline: " + sentence);
    }
}
