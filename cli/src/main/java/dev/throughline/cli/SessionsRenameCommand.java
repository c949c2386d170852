package dev.throughline.cli;

import dev.throughline.memory.metadata.MetadataCodec;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.server.sessions.RemoteSessionCatalog;

/** {@code throughline sessions rename}: gives a session a name, which is then kept. */
final class SessionsRenameCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<String> name = parameter(1, "1", "NAME", "the name; words are joined by hyphens");
    private final Option<Boolean> json = jsonFlag();

    SessionsRenameCommand(CommandEnvironment environment) {
        super(environment, "Gives a session a name. Throughline does not replace it.");
    }

    @Override
    public int run() {
        return withGateway(gateway -> {
            try (RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
                SessionMetadata renamed =
                        sessions.rename(sessions.named(session.value()).ref().id(), name.value());
                println(json.value() ? MetadataCodec.write(renamed) : renamed.name());
                return OK;
            }
        });
    }
}
