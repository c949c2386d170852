package dev.throughline.engine.helper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Reads resource files that are next to the classes that use them, such as prompts and tables. */
public final class TextResources {
    private TextResources() {}

    /** The text of a file next to a class, without white space around it. */
    public static String text(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("There is no resource " + name + " next to " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a table next to a class, without blank lines and without comments, which begin with {@code #}. */
    public static Stream<String> rows(Class<?> owner, String name) {
        return text(owner, name).lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }
}
