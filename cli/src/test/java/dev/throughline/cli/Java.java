package dev.throughline.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts the program with this JDK and these classes. */
final class Java {
    private Java() {}

    static List<String> program(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
