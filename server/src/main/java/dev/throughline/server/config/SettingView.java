package dev.throughline.server.config;

/**
 * A setting as it is shown: its value as a text in which a secret is masked, and where the value comes from.
 *
 * @param from the flag, the variable, the file and its line, or {@code default}
 */
public record SettingView(String key, String value, String from) {
    public static SettingView of(Setting<?> setting) {
        return new SettingView(
                setting.key().name(), setting.shown(), setting.origin().text());
    }
}
