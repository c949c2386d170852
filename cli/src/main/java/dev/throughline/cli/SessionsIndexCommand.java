package dev.throughline.cli;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.metadata.MetadataCodec;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code throughline sessions index}: gives sessions a name, a description and a summary now. */
final class SessionsIndexCommand extends Command {
    private static final int PAGE = 500;

    private final Option<String> session = parameter(0, "0..1", "SESSION", SESSION);
    private final Option<Boolean> all = flag("--all", "all sessions that have no name yet");
    private final Option<Boolean> byRules = flag("--rules", "do not ask the helper model");
    private final Option<Boolean> json = flag("--json", "print one line of JSON for each session");

    SessionsIndexCommand(CommandEnvironment environment) {
        super(
                environment,
                "Gives a session a name, a description, a summary and tags now.",
                "A gateway does this by itself after every five messages of a person.");
    }

    @Override
    public int run() {
        if (all.value() == session.isGiven()) {
            throw new IllegalArgumentException("pass a session, or --all");
        }
        return withGateway(gateway -> {
            try (RemoteSessionCatalog sessions = new RemoteSessionCatalog(gateway.address())) {
                return all.value() ? indexAll(gateway, sessions) : index(gateway, sessions.named(session.value()));
            }
        });
    }

    private int indexAll(GatewayClient gateway, RemoteSessionCatalog sessions) {
        if (gateway.fetch("memory/index").isEmpty()) {
            throw memoryIsOff();
        }
        List<SessionCard> cards = sessions.all(PAGE)
                .filter(card -> !card.hasOnlySideRequests() && card.parent().isEmpty())
                .filter(card -> sessions.metadata(card.ref().id()).isEmpty())
                .toList();
        int failed = 0;
        for (SessionCard card : cards) {
            failed += index(gateway, card) == OK ? 0 : 1;
        }
        printMessage("named " + DisplayText.quantity(cards.size() - failed, "session")
                + (failed == 0 ? "" : "; " + failed + " could not be named"));
        return failed == 0 ? OK : FAILED;
    }

    private int index(GatewayClient gateway, SessionCard card) {
        String path = "sessions/" + card.ref().id() + "/index" + (byRules.value() ? "?by=rules" : "");
        try {
            SessionMetadata metadata = MetadataCodec.read(new String(gateway.post(path), StandardCharsets.UTF_8));
            println(
                    json.value()
                            ? MetadataCodec.write(metadata)
                            : card.ref().id() + "  " + metadata.name() + "  "
                                    + DisplayText.printable(metadata.description()));
            return OK;
        } catch (ProxyException e) {
            printMessage(card.ref().id() + ": " + e.getMessage());
            return FAILED;
        }
    }
}
