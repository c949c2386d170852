package dev.throughline.clients;

import static dev.throughline.clients.EditedFile.NAME;
import static dev.throughline.clients.EditedFile.ORDERS;
import static dev.throughline.clients.EditedFile.SHIPPING;

import java.util.List;

/** One turn of an {@link EditJob}: what the model does, independent of the client. */
sealed interface EditStep {
    /** Reads some lines of a file, the last one included. */
    record Read(String file, int first, int last) implements EditStep {}

    /** Makes one of the five edits, counted from 1. */
    record Replace(int number) implements EditStep {}

    /** Writes a new file. */
    record Write(String file, String text) implements EditStep {}

    /** Runs a command of the shell. */
    record Run(String command) implements EditStep {}

    /**
     * Forty turns. Before each edit the lines that it replaces were read in one piece, in the newest state of the file.
     * In between some of these lines are read again, in ranges that overlap, and enough else is read and printed that
     * something has to go.
     */
    static List<EditStep> all() {
        return List.of(
                new Read(ORDERS, 1, 370),
                new Read(NAME, 1, 370), // Begins with the lines with which the file before begins.
                new Write("notes.md", "- One thing to keep in mind while the stock is counted.\n".repeat(40)),
                tests(1),
                new Replace(1),
                tests(2),
                new Read(NAME, 1, 200),
                new Read(SHIPPING, 1, 370),
                new Read(NAME, 1, 200), // The very same again.
                tests(3),
                new Read(ORDERS, 100, 260),
                search("return limit"),
                new Replace(2),
                tests(4),
                new Read(NAME, 100, 260), // The text of edit 2 is in the middle of known lines.
                new Read(ORDERS, 1, 370),
                tests(5),
                new Read(NAME, 210, 370),
                search("Changed by edit"),
                new Replace(3), // Over the line at which the ranges that were read before begin or end.
                tests(6),
                new Read(SHIPPING, 1, 370),
                new Read(NAME, 120, 170),
                tests(7),
                new Read(ORDERS, 50, 300),
                search("check(limit"),
                tests(8),
                new Replace(4), // The text of edit 2, and unchanged lines before and after it.
                tests(9),
                new Read(SHIPPING, 100, 370),
                tests(10),
                new Read(ORDERS, 1, 370),
                tests(11),
                new Read(NAME, 300, 340), // Ends in the middle of what edit 5 replaces; all of it was read in turn 18.
                search("Shipping"),
                new Read(SHIPPING, 1, 370),
                tests(12),
                new Replace(5),
                tests(13),
                new Read(NAME, 1, 375));
    }

    private static EditStep search(String words) {
        return new Run("grep -rn '" + words + "' src");
    }

    /** As many lines as a test run of a medium project prints, in colours; each run prints other lines. */
    private static EditStep tests(int run) {
        return new Run("seq -f 'run " + run + ": InventoryTest.case%g passed in " + (run * 37 % 50 + 3) + " ms' "
                + (150 + run) + " | grep --color=always passed");
    }
}
