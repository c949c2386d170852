package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.model.Tenant;
import java.time.Clock;
import java.util.function.Consumer;

/** The parts of this package, connected for one store. */
public record SessionNames(SessionDirectory directory, OpenTurns turns, MetadataWriter writer) {
    /** Who writes metadata, when, and who is told about it. */
    public record NamingSettings(HelperModel helper, Clock clock, int messages, Consumer<IndexAttempt> attempts) {}

    public static SessionNames of(Store store, ConversationReader sessions, NamingSettings settings) {
        MetadataNotes notes = new MetadataNotes(store.notes());
        SessionDirectory directory = new SessionDirectory(store, notes, Tenant.LOCAL);
        OpenTurns turns = new OpenTurns();
        MetadataWriter writer = new MetadataWriter(new MetadataWriter.MetadataServices(
                store,
                sessions,
                notes,
                directory,
                turns,
                settings.helper(),
                settings.clock(),
                settings.messages(),
                settings.attempts()));
        return new SessionNames(directory, turns, writer);
    }
}
