package dev.throughline.app.command;

import dev.throughline.app.config.Setting;
import dev.throughline.app.config.Settings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline config check}: every value in force and where it came from. */
final class ConfigCommand implements Command {
    private final Desk desk;

    ConfigCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Checks the configuration and prints what is in force, and from where.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Settings settings = desk.settings(given);
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                settings.all().forEach(setting -> {
                    json.writeStartObject();
                    json.writeStringProperty("key", setting.key().name());
                    json.writeStringProperty("value", setting.shown());
                    json.writeStringProperty("from", setting.origin().text());
                    json.writeEndObject();
                });
                json.writeEndArray();
            });
            return OK;
        }
        Table table = new Table("KEY", "VALUE", "FROM");
        for (Setting<?> setting : settings.all()) {
            table.row(setting.key().name(), setting.shown(), setting.origin().text());
        }
        table.print(desk.screen());
        return OK;
    }
}
