package dev.throughline.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;

/** The output of a command. Colours are used only on a terminal, and not if the user disabled them. */
public record Screen(PrintStream out, PrintStream err, boolean hasColours) {
    /** The width of a progress bar. */
    private static final int BAR = 30;

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

    /** Shows a progress bar on standard error, if the output is a terminal. */
    public void showProgress(long done, long total) {
        if (hasColours) {
            int full = total <= 0 ? BAR : (int) (BAR * Math.min(done, total) / total);
            err.print("\r" + "█".repeat(full) + "░".repeat(BAR - full)
                    + String.format(Locale.ROOT, " %,d of %,d", done, total));
            err.flush();
        }
    }

    /** Removes the progress bar. */
    public void clearProgress() {
        if (hasColours) {
            err.print("\r\033[2K");
        }
    }

    /** Prints a message to standard error. */
    public void printMessage(String message) {
        err.println("throughline: " + message);
    }
}
