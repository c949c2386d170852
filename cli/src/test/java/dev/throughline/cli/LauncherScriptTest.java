package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code throughline}, with JDKs and a Maven that only print that they were called. */
class LauncherScriptTest {
    @TempDir
    private Path folder = Path.of("");

    private record Ended(int code, String out, String err) {}

    private Path product() throws IOException {
        Path root = Files.createDirectories(folder.resolve("the product"));
        Files.copy(Path.of("../throughline"), root.resolve("throughline"));
        Files.setPosixFilePermissions(root.resolve("throughline"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(root.resolve("cli/target"));
        return root;
    }

    private Path built() throws IOException {
        Path root = product();
        Files.writeString(root.resolve("cli/target/throughline.jar"), "jar");
        return root;
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        script(home.resolve("bin/java"), "for last; do :; done; echo \"" + name + " says $last\"");
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
        return home;
    }

    private static void script(Path file, String body) throws IOException {
        Path parent = file.getParent();
        Files.createDirectories(parent == null ? file : parent);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended run(Path script, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = new HashMap<>(Map.of(
                "HOME",
                folder.toString(),
                "PATH",
                "/usr/bin:/bin",
                "THROUGHLINE_AOT",
                "0",
                "THROUGHLINE_JVM_FOLDER",
                ""));
        environment.putAll(variables);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher did not end");
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Ended run(Path root, Map<String, String> variables) throws IOException, InterruptedException {
        return run(root.resolve("throughline"), variables, "--version");
    }

    @Test
    void throughline_java_home_has_precedence_over_java_home_and_the_path() throws Exception {
        Path root = built();
        Path own = jdk("own", "26.0.1");
        Path usual = jdk("usual", "25.0.3");
        Path onPath = jdk("on path", "25");
        String path = onPath.resolve("bin") + ":/usr/bin:/bin";
        Map<String, String> all =
                Map.of("THROUGHLINE_JAVA_HOME", own.toString(), "JAVA_HOME", usual.toString(), "PATH", path);
        assertEquals(new Ended(0, "own says --version\n", ""), run(root, all));
        assertEquals(
                new Ended(0, "usual says --version\n", ""),
                run(root, Map.of("JAVA_HOME", usual.toString(), "PATH", path)));
        assertEquals(new Ended(0, "on path says --version\n", ""), run(root, Map.of("PATH", path)));
    }

    @Test
    void an_older_default_java_is_skipped() throws Exception {
        Path root = built();
        Path old = jdk("old", "17.0.9");
        Path older = jdk("older", "1.8.0_402");
        Path sdkman = jdk(".sdkman/candidates/java/25-tem", "25.0.3");
        Ended ended = run(
                root,
                Map.of(
                        "JAVA_HOME", old.toString(),
                        "PATH", older.resolve("bin") + ":/usr/bin:/bin",
                        "THROUGHLINE_JVM_FOLDER", sdkman.toString()));
        assertEquals(new Ended(0, ".sdkman/candidates/java/25-tem says --version\n", ""), ended);
    }

    @Test
    void links_of_the_java_on_the_path_are_followed() throws Exception {
        Path root = built();
        Path real = jdk("real", "25.0.3");
        Path links = Files.createDirectories(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("alternative"), real.resolve("bin/java"));
        Files.createSymbolicLink(links.resolve("java"), Path.of("alternative"));
        assertEquals(new Ended(0, "real says --version\n", ""), run(root, Map.of("PATH", links + ":/usr/bin:/bin")));
    }

    @Test
    void without_a_jdk_the_launcher_prints_what_it_found_and_what_to_do() throws Exception {
        Path old = jdk("old", "17.0.9");
        Ended ended = run(built(), Map.of("JAVA_HOME", old.toString(), "PATH", tools().toString()));
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("17.0.9 in " + old), ended.err());
        assertTrue(ended.err().contains("no JDK 25 or newer was found."), ended.err());
        assertTrue(ended.err().contains("THROUGHLINE_JAVA_HOME"), ended.err());
    }

    /** A PATH with the tools that the script needs and without any Java. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String name : List.of(
                "find", "head", "readlink", "mkdir", "rm", "mv", "sleep", "tail", "sh", "cksum", "sort", "cat")) {
            Path link = tools.resolve(name);
            Path real = Files.exists(Path.of("/usr/bin", name)) ? Path.of("/usr/bin", name) : Path.of("/bin", name);
            if (Files.notExists(link)) {
                Files.createSymbolicLink(link, real);
            }
        }
        return tools;
    }

    @Test
    void a_wrong_throughline_java_home_is_reported() throws Exception {
        Path old = jdk("old", "17.0.9");
        Path good = jdk("good", "25");
        Ended ended = run(built(), Map.of("THROUGHLINE_JAVA_HOME", old.toString(), "JAVA_HOME", good.toString()));
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("THROUGHLINE_JAVA_HOME is '" + old + "'"), ended.err());
    }

    @Test
    void the_launcher_works_through_a_link_and_passes_arguments_unchanged() throws Exception {
        Path root = built();
        Path link = folder.resolve("a link");
        Files.createSymbolicLink(link, Path.of("the product/throughline"));
        Path home = jdk("jdk", "25");
        script(
                home.resolve("bin/java"),
                "while [ \"$1\" != -jar ]; do shift; done; for each; do echo \"[$each]\"; done");
        Ended ended = run(link, Map.of("JAVA_HOME", home.toString()), "run", "sh", "-c", "a  b $HOME *");
        assertEquals(
                "[-jar]\n[" + root.toRealPath() + "/cli/target/throughline.jar]\n[run]\n[sh]\n[-c]\n[a  b $HOME *]\n",
                ended.out());
    }

    @Test
    void measurements_start_from_a_jar_of_their_own_without_the_start_up_cache() throws Exception {
        Path root = built();
        Path home = jdk("jdk", "25");
        script(home.resolve("bin/java"), "echo \"$@\"");
        Map<String, String> variables = Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_AOT", "1");
        Path jar = root.toRealPath().resolve("bench/target/throughline-bench.jar");
        Ended missing = run(root.resolve("throughline"), variables, "bench", "replay");
        assertEquals(1, missing.code());
        assertTrue(missing.err().contains("'" + jar + "' does not exist"), missing.err());
        Files.createDirectories(root.resolve("bench/target"));
        Files.writeString(jar, "jar");
        Ended ended = run(root.resolve("throughline"), variables, "bench", "replay");
        assertTrue(ended.out().endsWith(" -jar " + jar + " bench replay\n"), ended.out() + ended.err());
        assertTrue(!ended.out().contains("AOTCache"), ended.out());
    }

    @Test
    void additional_jvm_options_come_after_the_defaults() throws Exception {
        Path home = jdk("jdk", "25");
        script(home.resolve("bin/java"), "echo \"$@\"");
        Ended ended = run(built(), Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_JAVA_OPTS", "-Xmx1g -Dx=y"));
        assertTrue(ended.out().contains(" -Xmx1g -Dx=y -Dthroughline.launcher="), ended.out());
    }

    @Test
    void the_launcher_builds_once_and_again_when_a_source_is_newer() throws Exception {
        Path root = sources("touch -d '2030-01-01' \"$jar\"; : >\"$jar\"");
        Map<String, String> variables = maven(root);
        assertEquals(
                "throughline: building Throughline; this takes a few minutes …\n",
                run(root, variables).err());
        assertEquals(new Ended(0, "jdk says --version\n", ""), run(root, variables));
        Path source = root.resolve("cli/src/main/java/New.java");
        Files.writeString(source, "class New {}");
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertEquals(
                "throughline: building Throughline; this takes a few minutes …\n",
                run(root, variables).err());
    }

    @Test
    void new_file_times_alone_do_not_cause_a_build() throws Exception {
        Path root = sources("echo built >>\"$jar\"");
        Path source = root.resolve("cli/src/main/java/Old.java");
        Files.writeString(source, "class Old {}");
        Map<String, String> variables = maven(root);
        run(root, variables);
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        assertEquals(new Ended(0, "jdk says --version\n", ""), run(root, variables));
        assertEquals("built\n", Files.readString(root.resolve("cli/target/throughline.jar")));
        Files.writeString(source, "class New {}");
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 120_000));
        run(root, variables);
        assertEquals("built\nbuilt\n", Files.readString(root.resolve("cli/target/throughline.jar")));
    }

    @Test
    void a_copy_of_a_built_folder_is_not_built_again() throws Exception {
        Path root = sources("echo built >>\"$jar\"");
        Files.writeString(root.resolve("cli/src/main/java/Old.java"), "class Old {}");
        Map<String, String> variables = maven(root);
        run(root, variables);
        Path copy = copy(root);
        assertEquals(new Ended(0, "jdk says --version\n", ""), run(copy, variables));
        assertEquals("built\n", Files.readString(copy.resolve("cli/target/throughline.jar")));
    }

    /** After copying or unpacking, sources may be newer than the jar that was built from them. */
    private Path copy(Path root) throws IOException, InterruptedException {
        Path copy = folder.resolve("copy");
        Process cp = new ProcessBuilder("cp", "-r", root.toString(), copy.toString()).start();
        assertEquals(0, cp.waitFor());
        FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
        Files.setLastModifiedTime(copy.resolve("cli/src/main/java/Old.java"), later);
        return copy;
    }

    @Test
    void a_folder_that_maven_built_can_be_copied_after_one_start() throws Exception {
        Path root = sources("echo again >>\"$jar\"");
        Files.writeString(root.resolve("cli/src/main/java/Old.java"), "class Old {}");
        Map<String, String> variables = maven(root);
        Path jar = root.resolve("cli/target/throughline.jar");
        Files.writeString(root.resolve("cli/target/built.sum"), "of what was built before");
        Files.setLastModifiedTime(root.resolve("cli/target/built.sum"), FileTime.fromMillis(0));
        Files.writeString(jar, "by hand\n");
        assertEquals(new Ended(0, "jdk says --version\n", ""), run(root, variables));
        Path copy = copy(root);
        assertEquals(new Ended(0, "jdk says --version\n", ""), run(copy, variables));
        assertEquals("by hand\n", Files.readString(jar));
    }

    @Test
    void a_build_that_fails_shows_the_end_of_its_log() throws Exception {
        Path root = sources("echo 'no network here'; exit 3");
        Ended ended = run(root, maven(root));
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("no network here"), ended.err());
        assertTrue(ended.err().contains("the build failed; the complete log is"), ended.err());
        assertTrue(Files.notExists(root.resolve("cli/target/launcher.lock")), "the lock was left behind");
    }

    @Test
    void a_lock_of_a_dead_process_is_taken_over() throws Exception {
        Path root = sources(": >\"$jar\"");
        Path lock = Files.createDirectories(root.resolve("cli/target/launcher.lock"));
        Process dead = new ProcessBuilder("true").start();
        assertEquals(0, dead.waitFor());
        Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
        assertEquals(0, run(root, maven(root)).code());
        assertTrue(Files.notExists(lock), "the lock was left behind");
    }

    /** A checkout that is not built, with a Maven that runs {@code build}. */
    private Path sources(String build) throws IOException {
        Path root = product();
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.createDirectories(root.resolve("cli/src/main/java"));
        script(folder.resolve("maven/mvn"), "jar='" + root + "/cli/target/throughline.jar'\n" + build);
        return root;
    }

    private Map<String, String> maven(Path root) throws IOException {
        assertTrue(Files.exists(root.resolve("pom.xml")), "expected sources in " + root);
        return Map.of("JAVA_HOME", jdk("jdk", "25").toString(), "PATH", folder.resolve("maven") + ":/usr/bin:/bin");
    }

    @Test
    void the_start_up_cache_is_made_once_and_used() throws Exception {
        Path root = built();
        Path home = jdk("jdk", "25.0.3");
        script(
                home.resolve("bin/java"),
                "case $1 in -XX:AOTCacheOutput=*) echo x >\"${1#-XX:AOTCacheOutput=}\";; *) echo \"$1\";; esac");
        Map<String, String> variables = Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_AOT", "1");
        String cache = "-XX:AOTCache=" + root.toRealPath() + "/cli/target/aot/25.0.3.aot\n";
        assertEquals(
                new Ended(0, cache, "throughline: creating the start-up cache …\n"),
                run(root.resolve("throughline"), variables, "serve"));
        assertEquals(new Ended(0, cache, ""), run(root.resolve("throughline"), variables, "serve"));
        assertEquals("-XX:+UseCompactObjectHeaders\n", run(root, variables).out());
    }

    @Test
    void an_agent_that_starts_mcp_does_not_wait_for_the_cache() throws Exception {
        Path root = built();
        Path home = jdk("jdk", "25.0.3");
        script(home.resolve("bin/java"), "echo \"$1\"");
        Map<String, String> variables = Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_AOT", "1");
        assertEquals(
                new Ended(0, "-XX:+UseCompactObjectHeaders\n", ""), run(root.resolve("throughline"), variables, "mcp"));
    }

    @Test
    void a_cache_that_is_older_than_a_jar_is_never_used() throws Exception {
        Path root = built();
        Path home = jdk("jdk", "25.0.3");
        script(home.resolve("bin/java"), "case $1 in -XX:AOTCacheOutput=*) exit 1;; *) echo \"$1\";; esac");
        Path cache = Files.createDirectories(root.resolve("cli/target/aot")).resolve("25.0.3.aot");
        Files.writeString(cache, "what an older build learned");
        Files.setLastModifiedTime(cache, FileTime.fromMillis(System.currentTimeMillis() - 60_000));
        Ended ended =
                run(root.resolve("throughline"), Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_AOT", "1"), "serve");
        assertEquals("-XX:+UseCompactObjectHeaders\n", ended.out());
    }

    @Test
    void a_jdk_that_cannot_create_the_cache_is_tried_only_once() throws Exception {
        Path root = built();
        Path home = jdk("jdk", "25.0.3");
        script(home.resolve("bin/java"), "case $1 in -XX:AOTCacheOutput=*) exit 1;; *) echo started;; esac");
        Map<String, String> variables = Map.of("JAVA_HOME", home.toString(), "THROUGHLINE_AOT", "1");
        assertEquals(
                new Ended(0, "started\n", "throughline: creating the start-up cache …\n"),
                run(root.resolve("throughline"), variables, "serve"));
        assertEquals(new Ended(0, "started\n", ""), run(root.resolve("throughline"), variables, "serve"));
    }

    @Test
    void the_native_library_is_unpacked_once_beside_the_jars() throws Exception {
        Path root = built();
        Path jdk = jdk("jdk", "25");
        script(jdk.resolve("bin/java"), "echo \"$@\"");
        script(
                jdk.resolve("bin/jar"),
                "echo unpacked >>\"" + folder + "/unpacked\"; mkdir -p \"$3\"; : >\"$3/lib.so\"");
        Files.createDirectories(root.resolve("cli/target/lib"));
        Files.writeString(root.resolve("cli/target/lib/onnxruntime-1.0.jar"), "jar");
        Map<String, String> java = Map.of("JAVA_HOME", jdk.toString());
        Path unpacked = root.resolve("cli/target/native/onnxruntime-1.0");
        for (int i = 0; i < 2; i++) {
            Ended ended = run(root.resolve("throughline"), java, "search", "words");
            assertTrue(ended.out().contains("-Donnxruntime.native.path=" + unpacked + " -jar"), ended.toString());
            assertTrue(Files.exists(unpacked.resolve("lib.so")));
        }
        assertEquals("unpacked\n", Files.readString(folder.resolve("unpacked")));
    }
}
