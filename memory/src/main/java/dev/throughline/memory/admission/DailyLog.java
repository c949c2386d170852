package dev.throughline.memory.admission;

import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.Workspace;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Writes to the log of the day what comes through the gate. Safe for use by many threads. */
public final class DailyLog {
    /** How a line begins that tells what a session worked on, and nothing that lasts. */
    public static final String WORKED_ON = "Worked on: ";

    private final Workspace workspace;
    private final Admission gate;

    public DailyLog(Workspace workspace, Admission gate) {
        this.workspace = workspace;
        this.gate = gate;
    }

    /** The day it is now, in the zone of the workspace's clock. */
    public LocalDate today() {
        return LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
    }

    /** The page of a day. */
    public static MemoryPath page(LocalDate day) {
        return new MemoryPath("memory/" + day + ".md");
    }

    /**
     * Adds wishes to today's page.
     *
     * @param by who asked, for the history
     * @param shown lines of memory that the session was shown
     */
    public AdmissionResult add(String by, List<ProposedLine> wishes, Collection<String> shown) {
        AdmissionResult[] admitted = {new AdmissionResult(List.of(), List.of(), 0)};
        LocalDate today = today();
        gate.wake();
        workspace.change(by, _ -> {
            admitted[0] = gate.admit(wishes, shown);
            return changes(admitted[0].lines(), today);
        });
        return admitted[0];
    }

    private List<PageChange> changes(List<String> lines, LocalDate today) {
        if (lines.isEmpty()) {
            return List.of();
        }
        List<PageChange> changes = new ArrayList<>();
        changes.add(new PageChange.Append(page(today), "# " + today + "\n\n", String.join("\n", lines) + "\n"));
        for (Page page : gate.curated()) {
            String marked = Supersession.marked(page.text(), lines, new LineSource(today, "log", ""));
            if (!marked.equals(page.text())) {
                changes.add(new PageChange.Write(page.path(), Optional.of(page), marked));
            }
        }
        return changes;
    }
}
