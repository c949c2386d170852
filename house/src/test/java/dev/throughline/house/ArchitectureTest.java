package dev.throughline.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The plan of the house: which rooms there are, and which of them know each other. */
final class ArchitectureTest {
    private static final String HOME = "dev.throughline.";

    /** Each room and the rooms it knows; a package that is not below one of them fails the build. */
    private static final Map<String, Set<String>> PLAN = Map.ofEntries(
            Map.entry("model", Set.of()),
            Map.entry("wire", Set.of("model")),
            Map.entry("workingset", Set.of("model")),
            Map.entry("engine", Set.of("model", "wire", "workingset")),
            Map.entry("search", Set.of("model")),
            Map.entry("store", Set.of("model", "engine", "wire", "workingset")),
            Map.entry("memory", Set.of("model", "wire", "workingset", "engine")),
            Map.entry("gateway", Set.of("model", "wire", "engine")),
            Map.entry("mcp", Set.of("model")),
            Map.entry("replay", Set.of("model", "wire", "engine", "store")),
            Map.entry(
                    "app",
                    Set.of(
                            "model",
                            "wire",
                            "workingset",
                            "engine",
                            "store",
                            "gateway",
                            "replay",
                            "mcp",
                            "search",
                            "memory")),
            Map.entry("testkit", Set.of("model", "wire", "workingset", "engine", "store", "gateway", "app")));

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.throughline");

    @Test
    void every_package_is_on_the_plan() {
        Set<String> rooms = new TreeSet<>();
        for (JavaClass type : HOUSE) {
            rooms.add(room(type.getPackageName()));
        }
        assertEquals(new TreeSet<>(PLAN.keySet()), rooms);
    }

    @Test
    void a_room_knows_only_the_rooms_of_the_plan() {
        PLAN.forEach((room, known) -> {
            String[] strangers = PLAN.keySet().stream()
                    .filter(other -> !other.equals(room) && !known.contains(other))
                    .map(other -> HOME + other + "..")
                    .toArray(String[]::new);
            if (strangers.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(HOME + room + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(strangers)
                        .check(HOUSE);
            }
        });
    }

    @Test
    void the_pure_rooms_touch_nothing_outside() {
        noClasses()
                .that()
                .resideInAnyPackage(HOME + "model..", HOME + "wire..", HOME + "workingset..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
                .check(HOUSE);
        noClasses()
                .that()
                .resideInAnyPackage(HOME + "model..", HOME + "wire..", HOME + "workingset..")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(HOUSE);
    }

    @Test
    void the_engine_speaks_no_dialect_and_no_http_library() {
        noClasses()
                .that()
                .resideInAPackage(HOME + "engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        HOME + "wire.responses..",
                        HOME + "wire.chat..",
                        HOME + "wire.messages..",
                        "io.netty..",
                        "tools.jackson..")
                .check(HOUSE);
    }

    @Test
    void packages_of_the_engine_do_not_know_each_other_in_circles() {
        slices().matching(HOME + "engine.(*)..").should().beFreeOfCycles().check(HOUSE);
    }

    @Test
    void netty_stays_behind_the_door() {
        noClasses()
                .that()
                .resideOutsideOfPackages(HOME + "gateway..", HOME + "testkit..", HOME + "app..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(HOUSE);
    }

    @Test
    void utility_classes_are_final() {
        classes()
                .that()
                .resideInAPackage("dev.throughline..")
                .and()
                .haveSimpleNameEndingWith("Exception")
                .should()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
                .check(HOUSE);
    }

    private static String room(String name) {
        String rest = name.substring(HOME.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }
}
