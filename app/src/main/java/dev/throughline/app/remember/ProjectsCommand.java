package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Table;
import dev.throughline.app.config.Config;
import dev.throughline.app.room.Project;
import dev.throughline.app.room.Projects;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory projects}: whose memory there is, and where it stands. */
public final class ProjectsCommand implements Command {
    private final Desk desk;

    public ProjectsCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Lists the projects that have a memory, by the names that --project takes.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Config config = desk.config(given);
        List<Project> all = new Projects(config.home(), config.memory().where()).all();
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                all.forEach(each -> {
                    json.writeStartObject();
                    json.writeStringProperty("name", name(each));
                    json.writeStringProperty("workspace", each.workspace().toString());
                    json.writeEndObject();
                });
                json.writeEndArray();
            });
            return OK;
        }
        Table table = new Table("NAME", "WORKSPACE");
        all.forEach(each -> table.row(name(each), each.workspace().toString()));
        table.print(desk.screen());
        return OK;
    }

    /** The shared one is called as --project calls it. */
    static String name(Project project) {
        return project.isShared() ? "-" : project.name();
    }
}
