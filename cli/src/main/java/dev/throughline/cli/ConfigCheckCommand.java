package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.server.config.Setting;

/** {@code throughline config check}: every value in force and where it came from. */
final class ConfigCheckCommand extends TypedCommand {
    private final CommandOption<Boolean> json = jsonFlag();

    ConfigCheckCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Checks the configuration and prints every value in force and where it comes from.");
    }

    private record View(String key, String value, String from) {}

    @Override
    int run() {
        if (json.value()) {
            printJson(config().all().stream()
                    .map(setting -> new View(
                            setting.key().name(),
                            setting.shown(),
                            setting.origin().text()))
                    .toList());
            return OK;
        }
        Table table = new Table("KEY", "VALUE", "FROM");
        for (Setting<?> setting : config().all()) {
            table.row(setting.key().name(), setting.shown(), setting.origin().text());
        }
        table.print(screen());
        return OK;
    }
}
