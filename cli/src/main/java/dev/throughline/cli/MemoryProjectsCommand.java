package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.memory.project.Project;
import dev.throughline.server.config.MemoryKeys;
import java.util.List;

/** {@code throughline memory projects}: the projects that have a memory, and where it is. */
final class MemoryProjectsCommand extends TypedCommand {
    private final CommandOption<Boolean> json = jsonFlag();

    MemoryProjectsCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.HOME,
                "Lists the projects that have a memory, by the names that --project accepts.");
    }

    private record View(String name, String workspace) {}

    @Override
    int run() {
        List<View> all = MemoryKeys.projects(config()).all().stream()
                .map(project -> new View(name(project), project.workspace().toString()))
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

    /** The shared one is called as --project calls it. */
    static String name(Project project) {
        return project.isShared() ? "-" : project.name();
    }
}
