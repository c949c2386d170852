package dev.throughline.memory.admission;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.Workspace;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Appends admitted lines to the log of the day. Safe for use by many threads. */
public final class DailyLog {
    /** The prefix of a line that says what a session worked on, which is not a lasting fact. */
    public static final String WORKED_ON = "Worked on: ";

    private final Workspace workspace;
    private final Admission admission;

    public DailyLog(Workspace workspace, Admission admission) {
        this.workspace = workspace;
        this.admission = admission;
    }

    /** The current day, in the zone of the workspace's clock. */
    public LocalDate today() {
        return LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
    }

    /** The page of a day. */
    public static MemoryPath page(LocalDate day) {
        return new MemoryPath("memory/" + day + ".md");
    }

    /**
     * Adds lines to today's page, as far as they are admitted.
     *
     * @param by the author, for the history
     * @param shown lines of memory that the session was shown
     */
    public AdmissionResult add(String by, List<ProposedLine> proposed, Collection<String> shown) {
        AdmissionResult[] result = {new AdmissionResult(List.of(), List.of(), 0)};
        LocalDate today = today();
        admission.load();
        workspace.change(by, _ -> {
            result[0] = admission.admit(proposed, shown);
            return changes(result[0].lines(), today);
        });
        return result[0];
    }

    /**
     * Adds lines to the page of an earlier day, as far as they are admitted. They replace nothing: what was written
     * since then is newer.
     */
    public AdmissionResult addTo(LocalDate day, String by, List<ProposedLine> proposed) {
        AdmissionResult[] result = {new AdmissionResult(List.of(), List.of(), 0)};
        admission.load();
        workspace.change(by, _ -> {
            result[0] = admission.admit(proposed, List.of());
            return result[0].lines().isEmpty() ? List.of() : List.of(append(day, result[0].lines()));
        });
        return result[0];
    }

    /** The lines that {@link #addTo} would add now. */
    public AdmissionResult admissible(List<ProposedLine> proposed) {
        return admission.admit(proposed, List.of());
    }

    private static PageChange append(LocalDate day, List<String> lines) {
        return new PageChange.Append(page(day), "# " + day + "\n\n", String.join("\n", lines) + "\n");
    }

    private List<PageChange> changes(List<String> lines, LocalDate today) {
        if (lines.isEmpty()) {
            return List.of();
        }
        List<PageChange> changes = new ArrayList<>();
        changes.add(append(today, lines));
        for (Page page : admission.curated()) {
            String marked = Supersession.marked(page.text(), lines, new LineSource(today, "log", ""));
            if (!marked.equals(page.text())) {
                changes.add(PageChange.Write.over(page, marked));
            }
        }
        return changes;
    }
}
