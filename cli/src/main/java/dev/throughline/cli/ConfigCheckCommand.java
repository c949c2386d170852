package dev.throughline.cli;

import dev.throughline.cli.terminal.Table;
import dev.throughline.server.config.SettingView;
import java.util.List;

/** {@code throughline config check}: prints every setting and its origin. */
final class ConfigCheckCommand extends Command {
    private final Option<Boolean> json = jsonFlag();

    ConfigCheckCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Checks the configuration and prints every value in effect and where it comes from.");
    }

    @Override
    public int run() {
        List<SettingView> settings =
                config().all().stream().map(SettingView::of).toList();
        if (json.value()) {
            printJson(settings);
            return OK;
        }
        Table table = new Table("KEY", "VALUE", "FROM");
        settings.forEach(setting -> table.row(setting.key(), setting.value(), setting.from()));
        table.print(screen());
        return OK;
    }
}
