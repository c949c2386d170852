package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.memory.project.Project;
import dev.throughline.server.config.MemoryKeys;
import java.util.List;

/** {@code throughline memory projects}: the projects that have a memory, and their folders. */
final class MemoryProjectsCommand extends Command {
    private final Option<Boolean> json = jsonFlag();

    MemoryProjectsCommand(CommandEnvironment environment) {
        super(environment, "Lists the projects that have a memory, by the names that --project accepts.");
    }

    private record ProjectView(String name, String workspace) {}

    @Override
    public int run() {
        List<ProjectView> all = MemoryKeys.projects(config()).all().stream()
                .map(project ->
                        new ProjectView(name(project), project.workspace().toString()))
                .toList();
        if (json.value()) {
            printJson(all);
            return OK;
        }
        Table table = new Table("NAME", "WORKSPACE");
        all.forEach(each -> table.row(each.name(), each.workspace()));
        table.print(screen());
        return OK;
    }

    /** The name that {@code --project} accepts. */
    static String name(Project project) {
        return project.isShared() ? "-" : project.name();
    }
}
