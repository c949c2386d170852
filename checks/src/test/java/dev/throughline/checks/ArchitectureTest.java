package dev.throughline.checks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the modules, which module may use which other one, and that the packages of a module have no cycles. */
final class ArchitectureTest {
    private static final String ROOT = "dev.throughline.";

    /** Each module and the modules it may use; a package that is not below one of them fails the build. */
    private static final Map<String, Set<String>> MODULES = Map.ofEntries(
            Map.entry("model", Set.of()),
            Map.entry("files", Set.of()),
            Map.entry("wire", Set.of("model")),
            Map.entry("workingset", Set.of("model")),
            Map.entry("engine", Set.of("model", "wire", "workingset")),
            Map.entry("search", Set.of("model", "files")),
            Map.entry("store", Set.of("model", "files", "engine", "wire", "workingset")),
            Map.entry("memory", Set.of("model", "files", "wire", "workingset", "engine", "search", "mcp")),
            Map.entry("importer", Set.of("model", "wire", "engine")),
            Map.entry("gateway", Set.of("model", "wire", "engine")),
            Map.entry("mcp", Set.of("model")),
            Map.entry("simulator", Set.of("model", "engine")),
            Map.entry(
                    "server",
                    Set.of(
                            "model",
                            "files",
                            "wire",
                            "workingset",
                            "engine",
                            "store",
                            "gateway",
                            "mcp",
                            "search",
                            "memory",
                            "importer")),
            Map.entry(
                    "cli",
                    Set.of(
                            "model",
                            "files",
                            "wire",
                            "workingset",
                            "engine",
                            "store",
                            "gateway",
                            "mcp",
                            "search",
                            "memory",
                            "importer",
                            "server")),
            Map.entry("testkit", Set.of("model", "wire", "workingset", "engine", "simulator")));

    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(Project::isProduct).importPackages("dev.throughline");

    @Test
    void every_package_belongs_to_a_module() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            found.add(moduleOf(type.getPackageName()));
        }
        assertEquals(new TreeSet<>(MODULES.keySet()), found);
    }

    @Test
    void a_module_uses_only_the_modules_it_may() {
        MODULES.forEach((module, known) -> {
            String[] forbidden = MODULES.keySet().stream()
                    .filter(other -> !other.equals(module) && !known.contains(other))
                    .map(other -> ROOT + other + "..")
                    .toArray(String[]::new);
            if (forbidden.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + module + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(forbidden)
                        .check(CLASSES);
            }
        });
    }

    @Test
    void pure_modules_do_no_io_read_no_clock_and_start_no_thread() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "model..", ROOT + "wire..", ROOT + "workingset..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "model..", ROOT + "wire..", ROOT + "workingset..")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    @Test
    void the_engine_speaks_no_dialect_and_no_http_library() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "wire.responses..",
                        ROOT + "wire.chat..",
                        ROOT + "wire.messages..",
                        "io.netty..",
                        "tools.jackson..")
                .check(CLASSES);
    }

    @Test
    void packages_of_a_module_do_not_use_each_other_in_a_cycle() {
        StringBuilder report = new StringBuilder();
        for (String module : new TreeSet<>(MODULES.keySet())) {
            EvaluationResult result = slices().assignedFrom(new Packages(module))
                    .should()
                    .beFreeOfCycles()
                    .evaluate(CLASSES);
            if (result.hasViolation()) {
                report.append(result.getFailureReport()).append('\n');
            }
        }
        assertEquals("", report.toString());
    }

    @Test
    void only_the_gateway_and_what_starts_it_use_netty() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "gateway..", ROOT + "simulator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void exceptions_are_final() {
        classes()
                .that()
                .resideInAPackage("dev.throughline..")
                .and()
                .haveSimpleNameEndingWith("Exception")
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
    }

    /** Every package of a module, its root package too, is a slice of its own. */
    private record Packages(String module) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.startsWith(ROOT) && moduleOf(name).equals(module)
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of " + module;
        }
    }

    private static String moduleOf(String name) {
        String rest = name.substring(ROOT.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }
}
