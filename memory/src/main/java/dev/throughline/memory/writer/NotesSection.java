package dev.throughline.memory.writer;

/** The sections of a page of notes, in their order. Headers and descriptions are part of the format. */
enum NotesSection {
    TITLE("Title", "A name for this session, five to ten words."),
    STATE("Current state", "What is being worked on now, and what comes next."),
    TASK("Task", "What the person asked for, and decisions about it."),
    FILES("Files", "The files that matter, and what is in them."),
    WORKFLOW("Workflow", "Commands that are run, in which order, and how to read what they say."),
    ERRORS("Errors and corrections", "What went wrong and how it was mended; what the person corrected."),
    DOCUMENTATION("Documentation", "How the parts of the system fit together."),
    LEARNINGS("Learnings", "What worked well, what did not, what to avoid."),
    RESULTS("Key results", "Exact results that the person asked for."),
    WORKLOG("Worklog", "Step by step, one short line each.");

    private final String title;
    private final String description;

    NotesSection(String title, String description) {
        this.title = title;
        this.description = description;
    }

    String title() {
        return title;
    }

    /** The header of the section and its description, as written on the page. */
    String header() {
        return "# " + title + "\n_" + description + "_\n";
    }
}
