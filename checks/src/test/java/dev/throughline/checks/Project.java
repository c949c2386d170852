package dev.throughline.checks;

import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The project's own files, as the tests of this module read them. */
final class Project {
    /** The root of the checkout; Maven runs a module's tests in the module's folder. */
    static final Path ROOT = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

    private static final Set<String> MAIN = mainFiles();

    private Project() {}

    /** Every Java file of every module. */
    static List<Path> javaFiles() {
        return files(".java");
    }

    /** Every file of the sources with this ending, build output aside. */
    static List<Path> files(String ending) {
        try (Stream<Path> walk = Files.walk(ROOT)) {
            return walk.filter(path -> path.toString().endsWith(ending))
                    .filter(path -> !isBuilt(ROOT.relativize(path)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        return read(file).lines().toList();
    }

    /** Whether a class is of {@code src/main} of a module, wherever its file was compiled to. */
    static boolean isProduct(Location location) {
        String name = location.toString().replaceFirst("(?:\\$.*)?\\.class.*", ".java");
        return MAIN.contains(name.substring(Math.max(0, name.indexOf("dev/throughline/"))));
    }

    private static Set<String> mainFiles() {
        Set<String> found = new HashSet<>();
        for (Path file : javaFiles()) {
            String name = file.toString();
            int start = name.indexOf("/src/main/java/");
            if (start > 0 && !name.startsWith("bench/", ROOT.toString().length() + 1)) {
                found.add(name.substring(start + "/src/main/java/".length()));
            }
        }
        return found;
    }

    static boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static boolean isBuilt(Path path) {
        for (Path part : path) {
            String name = part.toString();
            if (name.equals("target") || name.equals("node_modules") || name.equals(".git")) {
                return true;
            }
        }
        return false;
    }
}
