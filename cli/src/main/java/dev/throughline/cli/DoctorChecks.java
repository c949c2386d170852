package dev.throughline.cli;

import dev.throughline.memory.index.ConfiguredEmbedder;
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
import dev.throughline.server.wiring.Homes;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** What {@code throughline doctor} looks at. Reads and connects, sends nothing, changes nothing. */
final class DoctorChecks {
    private static final Duration CONNECT_TIME = Duration.ofSeconds(5);
    private static final Duration VERSION_TIME = Duration.ofSeconds(5);
    private static final long LITTLE_SPACE_BYTES = 1L << 30;
    private static final int MOST_VERSION_BYTES = 200;

    /** The result of a check. */
    enum Verdict {
        OK,
        WARN,
        FAIL
    }

    /**
     * One check.
     *
     * @param advice what to do; empty when all is well
     */
    record Check(Verdict verdict, String subject, String found, String advice) {
        static Check ok(String subject, String found) {
            return new Check(Verdict.OK, subject, found, "");
        }

        static Check warn(String subject, String found, String advice) {
            return new Check(Verdict.WARN, subject, found, advice);
        }

        static Check fail(String subject, String found, String advice) {
            return new Check(Verdict.FAIL, subject, found, advice);
        }
    }

    private final Environment environment;
    private final Homes homes;

    DoctorChecks(Environment environment, Homes homes) {
        this.environment = environment;
        this.homes = homes;
    }

    List<Check> of(Config config) {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.ok("java", Runtime.version() + " in " + System.getProperty("java.home")));
        checks.add(Check.ok(
                "config",
                config.file().map(file -> "read from " + file).orElse("no file; only defaults, variables and flags")));
        config.warnings().forEach(warning -> checks.add(Check.warn("config", warning, "correct it or remove it")));
        checks.add(home(config.home()));
        checks.add(damage(config.home()));
        checks.add(space(config.home()));
        checks.addAll(memory(config));
        checks.add(port(config));
        checks.add(reach("openai", upstream(config, Keys.OPENAI_URL, "OPENAI_BASE_URL")));
        checks.add(reach("anthropic", upstream(config, Keys.ANTHROPIC_URL, "ANTHROPIC_BASE_URL")));
        config.value(Keys.ROUTES).forEach((models, url) -> checks.add(reach("route " + models, url)));
        List.of("codex", "claude", "pi").forEach(name -> checks.add(agent(name)));
        return checks;
    }

    /** Where requests go: as it is set, or else where the variable leads that {@code run} takes the address from. */
    private URI upstream(Config config, Key<URI> key, String variable) {
        boolean isDefault = config.setting(key).isDefault();
        return environment
                .variable(variable)
                .filter(url -> isDefault && URI.create(url).getHost() != null)
                .map(URI::create)
                .orElseGet(() -> config.value(key));
    }

    private static Check home(Path home) {
        return folder("home", home, "make it writable, or pass another one with --home");
    }

    private static Check folder(String subject, Path folder, String advice) {
        Path existing = folder;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return Check.fail(subject, existing + " cannot be written", advice);
        }
        return Check.ok(
                subject,
                existing.equals(folder)
                        ? folder + " can be written"
                        : folder + " does not exist yet; it is created on first use");
    }

    /** The workspace and the index of where we are, and what compares meaning. */
    private List<Check> memory(Config config) {
        Project project = MemoryKeys.projects(config).of(environment.workingFolder());
        List<Check> checks = new ArrayList<>();
        checks.add(folder("memory", project.workspace(), "make it writable, or set memory.workspace to another"));
        checks.add(SearchIndex.trouble(project.index())
                .map(why -> Check.warn(
                        "search",
                        "the index in " + project.index() + " cannot be read: " + why,
                        "rebuild it: throughline memory index --rebuild"))
                .orElseGet(() -> Check.ok(
                        "search",
                        Files.isDirectory(project.index())
                                ? "the index in " + project.index() + " can be read"
                                : "no index yet; it is created on first use")));
        checks.add(meaning(config));
        return checks;
    }

    private Check meaning(Config config) {
        if (SearchKeys.settings(config).url().isPresent()) {
            return reach("embedder", SearchKeys.settings(config).url().get());
        }
        try (ConfiguredEmbedder embedding = new ConfiguredEmbedder(
                SearchKeys.settings(config), name -> environment.variables().get(name))) {
            Embedder embedder = embedding.choice().embedder();
            String found = embedder == null ? "none; only keyword search is available" : embedder.name();
            return embedding
                    .choice()
                    .trouble()
                    .map(why -> Check.warn("embedder", found, why))
                    .orElseGet(() -> Check.ok("embedder", found));
        } catch (ProxyException e) {
            return Check.fail("embedder", "none", e.sentence());
        }
    }

    private static Check damage(Path home) {
        String[] damaged = home.resolve("damaged").toFile().list();
        return damaged == null || damaged.length == 0
                ? Check.ok("archive", "no damage found")
                : Check.warn(
                        "archive",
                        DisplayText.many(damaged.length, "damaged file") + " in " + home.resolve("damaged"),
                        "a file next to each one says why; restore what you need from a backup, then delete them");
    }

    private static Check space(Path home) {
        File existing = home.toFile();
        while (existing != null && !existing.exists()) {
            existing = existing.getParentFile();
        }
        long free = existing == null ? 0 : existing.getUsableSpace();
        String found = free / (1 << 20) + " MiB free";
        return free < LITTLE_SPACE_BYTES
                ? Check.warn("disk", found, "free some space; Throughline cannot record sessions when the disk is full")
                : Check.ok("disk", found);
    }

    private Check port(Config config) {
        Optional<Homes.Holder> holder = homes.holder(config.home());
        if (holder.isPresent()) {
            return Check.ok(
                    "gateway",
                    "process " + holder.get().pid() + " has the home open"
                            + holder.get()
                                    .address()
                                    .map(address -> " and listens on " + address)
                                    .orElse(""));
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(config.value(Keys.HOST)), config.value(Keys.PORT)));
            return Check.ok("port", config.value(Keys.PORT) + " on " + config.value(Keys.HOST) + " is free");
        } catch (IOException e) {
            return Check.fail(
                    "port",
                    config.value(Keys.PORT) + " on " + config.value(Keys.HOST) + ": " + e.getMessage(),
                    "stop the program that uses it, or pass another --port");
        }
    }

    /** Connects, with TLS where the URL says so, and hangs up. */
    private static Check reach(String name, URI url) {
        boolean isTls = "https".equals(url.getScheme());
        int usual = isTls ? 443 : 80;
        int port = url.getPort() < 0 ? usual : url.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), (int) CONNECT_TIME.toMillis());
            socket.setSoTimeout((int) CONNECT_TIME.toMillis());
            if (isTls) {
                SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
                try (SSLSocket secure = (SSLSocket) factory.createSocket(socket, url.getHost(), port, true)) {
                    secure.startHandshake();
                }
            }
            return Check.ok(name, url + " can be reached");
        } catch (IOException e) {
            return Check.warn(
                    name,
                    url + " cannot be reached: " + Cause.words(e),
                    "check the network and the URL in the configuration");
        }
    }

    private Check agent(String name) {
        Optional<Path> program = environment.variable("PATH").flatMap(path -> find(name, path));
        return program.map(file -> Check.ok(
                        name, file + version(file).map(text -> ", " + text).orElse("")))
                .orElseGet(() -> Check.ok(name, "not on the PATH"));
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

    /** The first line on standard output; on standard error stand warnings, which are no version. */
    private static Optional<String> version(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            try (InputStream said = process.getInputStream()) {
                boolean isDone = process.waitFor(VERSION_TIME.toMillis(), TimeUnit.MILLISECONDS);
                // Read before it is destroyed: that closes the stream.
                String text = isDone ? new String(said.readNBytes(MOST_VERSION_BYTES), StandardCharsets.UTF_8) : "";
                process.destroy();
                return text.lines().filter(line -> !line.isBlank()).findFirst().map(DisplayText::harmless);
            }
        } catch (IOException e) {
            return Optional.of("it does not start: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
