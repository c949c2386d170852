package dev.throughline.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every file is formatted by palantir-java-format. It runs as a test and not as a build plugin, because a test runs on
 * the JDK of the project also when Maven itself runs on an older one.
 */
final class FormatTest {
    private static final String APPLY =
            "mvn -q -pl checks -am test -Dtest=FormatTest -Dsurefire.failIfNoSpecifiedTests=false" + " -Dformat=apply";

    @Test
    void every_java_file_is_formatted() throws IOException {
        Formatter formatter = Formatter.createFormatter(
                JavaFormatterOptions.builder().style(Style.PALANTIR).build());
        boolean isApplied = "apply".equals(System.getProperty("format"));
        List<Path> unformatted = new ArrayList<>();
        for (Path file : Project.javaFiles()) {
            String before = Project.read(file);
            String after = format(formatter, file, before);
            if (isApplied && !after.equals(before)) {
                Files.writeString(file, after);
            } else if (!after.equals(before)) {
                unformatted.add(Project.ROOT.relativize(file));
            }
        }
        assertEquals(List.of(), unformatted, "not formatted; format with: " + APPLY);
    }

    private static String format(Formatter formatter, Path file, String source) {
        try {
            return formatter.formatSourceAndFixImports(source);
        } catch (FormatterException e) {
            throw new IllegalStateException("the formatter cannot read " + file, e);
        }
    }
}
