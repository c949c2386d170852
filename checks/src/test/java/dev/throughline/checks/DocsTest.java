package dev.throughline.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.OriginField;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the documents name what the code has, and that their links work. */
final class DocsTest {
    private static final Pattern HEADER = Pattern.compile("\"(x-throughline-[a-z-]*[a-z])\"", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)");
    private static final Pattern DEPENDENCY = Pattern.compile("<artifactId>([a-z0-9-]+)</artifactId><version>\\$");
    private static final Pattern BYPASS_REASON = Pattern.compile("(?:bypass|logFailure)\\(\"([a-z_]+)\"");
    private static final Pattern FOREIGN =
            Pattern.compile("https?://[a-z.]*(?:maven|npmjs|debian)\\.[a-z.]+/|(?:^|[^A-Za-z0-9_.-])/wor" + "k/");

    @Test
    void every_header_of_ours_is_documented() {
        String document = Project.read(Project.ROOT.resolve("docs/http.md")).toLowerCase(Locale.ROOT);
        Set<String> headers = found(HEADER);
        Stream.of(OriginField.values()).map(OriginField::header).forEach(headers::add);
        headers.removeIf(header -> document.contains("`" + header.toLowerCase(Locale.ROOT) + "`"));
        assertEquals(Set.of(), headers, "missing in docs/http.md");
    }

    @Test
    void every_reason_for_a_bypass_is_documented() {
        String document = Project.read(Project.ROOT.resolve("docs/http.md"));
        Set<String> reasons = found(BYPASS_REASON);
        assertTrue(reasons.contains("internal_error"), reasons.toString());
        reasons.removeIf(document::contains);
        assertEquals(Set.of(), reasons, "missing in docs/http.md");
    }

    @Test
    void every_dependency_has_its_reason() {
        String document = Project.read(Project.ROOT.resolve("docs/dependencies.md"));
        Set<String> unexplained = new TreeSet<>();
        Matcher matcher = DEPENDENCY.matcher(Project.read(Project.ROOT.resolve("pom.xml")));
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!Files.isDirectory(Project.ROOT.resolve(name)) && !document.contains(name) && !name.equals("dec")) {
                unexplained.add(name);
            }
        }
        assertEquals(Set.of(), unexplained, "missing in docs/dependencies.md");
    }

    @Test
    void every_link_between_documents_leads_somewhere() {
        List<String> broken = new ArrayList<>();
        for (Path document : Project.files(".md")) {
            Matcher matcher = LINK.matcher(Project.read(document));
            while (matcher.find()) {
                String target = matcher.group(1);
                boolean isOutside = target.contains("://") || target.startsWith("mailto:");
                if (!isOutside && !Files.exists(document.resolveSibling(target))) {
                    broken.add(Project.ROOT.relativize(document) + " -> " + target);
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void nothing_names_a_registry_or_a_machine() {
        List<String> found = new ArrayList<>();
        for (String ending : List.of(".java", ".md", ".json", ".sh", "pom.xml", "/run", "/install", "/throughline")) {
            for (Path file : Project.files(ending)) {
                if (Files.isRegularFile(file)
                        && FOREIGN.matcher(Project.read(file)).find()) {
                    found.add(Project.ROOT.relativize(file).toString());
                }
            }
        }
        assertEquals(
                List.of(),
                found.stream().filter(file -> !file.endsWith("pom.xml")).toList());
    }

    private static Set<String> found(Pattern pattern) {
        Set<String> found = new TreeSet<>();
        for (Path file : Project.javaFiles()) {
            if (!Project.isTest(file)
                    && !file.startsWith(Project.ROOT.resolve("testkit"))
                    && !file.startsWith(Project.ROOT.resolve("simulator"))) {
                Matcher matcher = pattern.matcher(Project.read(file));
                while (matcher.find()) {
                    found.add(matcher.group(1));
                }
            }
        }
        return found;
    }
}
