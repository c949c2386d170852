package dev.throughline.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.throughline.importer.ImportedProgram;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.project.Project;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Key;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SearchKeys;
import dev.throughline.server.wiring.HomeAccess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The checks of {@code throughline doctor}. They change nothing and send no requests: they read files, open
 * connections, bind the port, and run agents with {@code --version}.
 */
final class DoctorChecks {
    private static final Duration CONNECT_TIME = Duration.ofSeconds(5);
    private static final Duration VERSION_TIME = Duration.ofSeconds(5);
    private static final long LOW_SPACE_BYTES = 1L << 30;
    private static final int MAX_VERSION_BYTES = 200;

    enum Verdict {
        OK,
        WARN,
        FAIL;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One check.
     *
     * @param advice what to do; empty if nothing is wrong
     */
    record Check(Verdict verdict, String subject, String found, String advice) {}

    private final Environment environment;
    private final Config config;
    private final List<Check> checks = new ArrayList<>();

    DoctorChecks(Environment environment, Config config) {
        this.environment = environment;
        this.config = config;
    }

    List<Check> all() {
        ok("java", Runtime.version() + " in " + System.getProperty("java.home"));
        ok(
                "config",
                config.file().map(file -> "read from " + file).orElse("no file; only defaults, variables and flags"));
        config.warnings().forEach(warning -> warn("config", warning, "correct it or remove it"));
        checkFolder("home", config.home(), "make it writable, or pass another one with --home");
        checkDamage();
        checkDiskSpace();
        checkMemory();
        checkEmbedder();
        checkGateway();
        checkConnection("openai", url(Keys.OPENAI_URL, "OPENAI_BASE_URL"));
        checkConnection("anthropic", url(Keys.ANTHROPIC_URL, "ANTHROPIC_BASE_URL"));
        config.value(Keys.ROUTES).forEach((models, url) -> checkConnection("route " + models, url));
        List.of("codex", "claude", "pi").forEach(this::checkAgent);
        checkHistories();
        return checks;
    }

    private void ok(String subject, String found) {
        checks.add(new Check(Verdict.OK, subject, found, ""));
    }

    private void warn(String subject, String found, String advice) {
        checks.add(new Check(Verdict.WARN, subject, found, advice));
    }

    private void fail(String subject, String found, String advice) {
        checks.add(new Check(Verdict.FAIL, subject, found, advice));
    }

    /** The configured URL, or else the one in the variable that {@code run} uses if the key is not set. */
    private URI url(Key<URI> key, String variable) {
        boolean isDefault = config.setting(key).isDefault();
        return environment
                .variable(variable)
                .filter(url -> isDefault && URI.create(url).getHost() != null)
                .map(URI::create)
                .orElseGet(() -> config.value(key));
    }

    private void checkFolder(String subject, Path folder, String advice) {
        Path existing = closestExisting(folder);
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            fail(subject, existing + " is not writable", advice);
        } else if (existing.equals(folder)) {
            ok(subject, folder + " is writable");
        } else {
            ok(subject, folder + " does not exist yet; it is created on first use");
        }
    }

    /** The folder, or the closest folder above it that exists. */
    private static Path closestExisting(Path folder) {
        Path existing = folder;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    private void checkDamage() {
        Path folder = config.home().resolve("damaged");
        String[] damaged = folder.toFile().list();
        if (damaged == null || damaged.length == 0) {
            ok("archive", "no damage found");
        } else {
            warn(
                    "archive",
                    DisplayText.quantity(damaged.length, "damaged file") + " in " + folder,
                    "a file next to each one says why; restore what you need from a backup, then delete them");
        }
    }

    private void checkDiskSpace() {
        long free = closestExisting(config.home()).toFile().getUsableSpace();
        String found = free / (1 << 20) + " MiB free";
        if (free < LOW_SPACE_BYTES) {
            warn("disk", found, "free some space; Throughline cannot archive sessions when the disk is full");
        } else {
            ok("disk", found);
        }
    }

    /** The workspace and the index of the project of the current directory. */
    private void checkMemory() {
        Project project = MemoryKeys.projects(config).of(environment.workingFolder());
        checkFolder("memory", project.workspace(), "make it writable, or set memory.workspace to another");
        Optional<String> trouble = SearchIndex.trouble(project.index());
        if (trouble.isPresent()) {
            warn(
                    "search",
                    "the index in " + project.index() + " cannot be read: " + trouble.get(),
                    "rebuild it: throughline memory index --rebuild");
        } else if (Files.isDirectory(project.index())) {
            ok("search", "the index in " + project.index() + " can be read");
        } else {
            ok("search", "no index yet; it is created on first use");
        }
    }

    private void checkEmbedder() {
        SearchSettings settings = SearchKeys.settings(config);
        if (settings.url().isPresent()) {
            checkConnection("embedder", settings.url().get());
            return;
        }
        try (ConfiguredEmbedder configured =
                new ConfiguredEmbedder(settings, name -> environment.variables().get(name))) {
            Embedder embedder = configured.choice().embedder();
            String found = embedder == null ? "none; only keyword search is available" : embedder.name();
            configured
                    .choice()
                    .trouble()
                    .ifPresentOrElse(why -> warn("embedder", found, why), () -> ok("embedder", found));
        } catch (ProxyException e) {
            fail("embedder", "none", e.sentence());
        }
    }

    /** Reports the process that has the home open, or else whether the port is free. */
    private void checkGateway() {
        Optional<HomeAccess.HomeProcess> holder = HomeAccess.holder(config.home());
        if (holder.isPresent()) {
            String address =
                    holder.get().address().map(url -> " and listens on " + url).orElse("");
            ok("gateway", "process " + holder.get().pid() + " has the home open" + address);
            return;
        }
        String place = config.value(Keys.PORT) + " on " + config.value(Keys.HOST);
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(config.value(Keys.HOST)), config.value(Keys.PORT)));
            ok("port", place + " is free");
        } catch (IOException e) {
            fail("port", place + ": " + e.getMessage(), "stop the program that uses it, or pass another --port");
        }
    }

    /** Connects, with TLS if the URL says so, and closes the connection. */
    private void checkConnection(String subject, URI url) {
        boolean isTls = "https".equals(url.getScheme());
        int defaultPort = isTls ? 443 : 80;
        int port = url.getPort() < 0 ? defaultPort : url.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), (int) CONNECT_TIME.toMillis());
            socket.setSoTimeout((int) CONNECT_TIME.toMillis());
            if (isTls) {
                SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
                try (SSLSocket secure = (SSLSocket) factory.createSocket(socket, url.getHost(), port, true)) {
                    secure.startHandshake();
                }
            }
            ok(subject, url + " can be reached");
        } catch (IOException e) {
            warn(
                    subject,
                    url + " cannot be reached: " + Cause.words(e),
                    "check the network and the URL in the configuration");
        }
    }

    private void checkAgent(String name) {
        String found = environment
                .variable("PATH")
                .flatMap(path -> find(name, path))
                .map(file -> file + version(file).map(text -> ", " + text).orElse(""))
                .orElse("not on the PATH");
        ok(name, found);
    }

    /** Offers to import the sessions that agents wrote before Throughline was used. */
    private void checkHistories() {
        List<String> found = Arrays.stream(ImportedProgram.values())
                .filter(program -> Files.isDirectory(program.folder(environment.userHome(), environment::variable)))
                .map(ImportedProgram::word)
                .toList();
        if (!found.isEmpty()) {
            checks.add(new Check(
                    Verdict.OK,
                    "histories",
                    "there are sessions of " + String.join(", ", found),
                    "'throughline import' adds them to the archive and to memory"));
        }
    }

    private static Optional<Path> find(String name, String path) {
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** The first line of standard output. Standard error may contain warnings. */
    private static Optional<String> version(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            try (InputStream output = process.getInputStream()) {
                boolean isDone = process.waitFor(VERSION_TIME.toMillis(), TimeUnit.MILLISECONDS);
                // The output is read first, because destroying the process closes the stream.
                String text = isDone ? new String(output.readNBytes(MAX_VERSION_BYTES), StandardCharsets.UTF_8) : "";
                process.destroy();
                return text.lines().filter(line -> !line.isBlank()).findFirst().map(DisplayText::printable);
            }
        } catch (IOException e) {
            return Optional.of("it does not start: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
