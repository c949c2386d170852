package dev.throughline.importer;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What an import did, or would do.
 *
 * @param files the number of files that were read
 * @param sessions the ids of the sessions to which something was added; their keys in a dry run
 * @param items the number of items that were added
 * @param lines the number of lines of the files
 * @param memory the number of lines that were added to memory
 * @param problems what could not be imported, at most {@link #MAX_PROBLEMS}
 * @param furtherProblems how many problems are not listed
 */
public record ImportReport(
        int files,
        List<String> sessions,
        long items,
        long lines,
        long memory,
        List<Problem> problems,
        long furtherProblems) {
    static final int MAX_PROBLEMS = 100;

    public static final ImportReport NONE = new ImportReport(0, List.of(), 0, 0, 0, List.of(), 0);

    /**
     * A line or a file that could not be imported. Everything else was.
     *
     * @param line the number of the line, from 1; 0 for a whole file
     */
    public record Problem(String file, long line, String reason) {}

    public ImportReport {
        sessions = List.copyOf(sessions);
        problems = List.copyOf(problems);
    }

    /** Both reports as one. */
    public ImportReport and(ImportReport other) {
        TreeSet<String> both = new TreeSet<>(sessions);
        both.addAll(other.sessions);
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(other.problems);
        List<Problem> listed = all.subList(0, Math.min(all.size(), MAX_PROBLEMS));
        return new ImportReport(
                files + other.files,
                List.copyOf(both),
                items + other.items,
                lines + other.lines,
                memory + other.memory,
                listed,
                furtherProblems + other.furtherProblems + all.size() - listed.size());
    }

    /** A report of a file that could not be imported. */
    public static ImportReport problem(String file, String reason) {
        return new ImportReport(1, List.of(), 0, 0, 0, List.of(new Problem(file, 0, reason)), 0);
    }

    /** A report of problems only. */
    public static ImportReport problems(List<Problem> problems) {
        return NONE.and(new ImportReport(0, List.of(), 0, 0, 0, problems, 0));
    }
}
