package dev.throughline.server.wiring;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.throughline.files.PrivateFiles;
import dev.throughline.server.config.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/**
 * Configures logging in code: reading an XML file would take a tenth of a second at every start. Lines go to standard
 * error. Logback finds this class by its service file; until {@link #apply} it logs warnings only.
 */
public final class Logs extends ContextAwareBase implements Configurator {
    /** Control characters are replaced, because messages may contain text from clients. */
    private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{0}: "
            + "%replace(%msg){'[\\x00-\\x1f\\x7f-\\x9f]', '?'}%n"
            + "%replace(%ex){'[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]', '?'}";

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        set(loggers, new LogSettings(LogSettings.LogLevel.WARN, LogSettings.LogForm.TEXT));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Applies the settings of the user. */
    public static void apply(LogSettings logging) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            set(loggers, logging);
        }
    }

    /** Logs to a file, for a process whose terminal is used by an agent. */
    public static void applyTo(Path file, LogSettings logging) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            makePrivate(file);
            FileAppender<ILoggingEvent> appender = new FileAppender<>();
            appender.setFile(file.toString());
            set(loggers, logging, appender);
        }
    }

    /** If the file cannot be created, logback reports that when it opens it. */
    private static void makePrivate(Path file) {
        try {
            Files.createFile(file, PrivateFiles.PRIVATE_FILE);
        } catch (IOException e) {
            LoggerFactory.getLogger(Logs.class).debug("{} exists or cannot be created", file, e);
        }
    }

    private static void set(LoggerContext loggers, LogSettings logging) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setTarget("System.err");
        set(loggers, logging, appender);
    }

    private static void set(LoggerContext loggers, LogSettings logging, OutputStreamAppender<ILoggingEvent> appender) {
        Logger root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        appender.setContext(loggers);
        appender.setEncoder(encoder(loggers, logging.form()));
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.valueOf(logging.level().name()));
        loggers.getLogger("io.netty").setLevel(Level.WARN);
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext loggers, LogSettings.LogForm form) {
        Encoder<ILoggingEvent> encoder =
                switch (form) {
                    case JSON -> new JsonEncoder();
                    case TEXT -> {
                        PatternLayoutEncoder lines = new PatternLayoutEncoder();
                        lines.setPattern(LINE);
                        yield lines;
                    }
                };
        encoder.setContext(loggers);
        encoder.start();
        return encoder;
    }
}
