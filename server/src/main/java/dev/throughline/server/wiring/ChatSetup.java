package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.command.ChatCommands;
import dev.throughline.engine.command.CommandAction;
import dev.throughline.engine.command.SendCommand;
import dev.throughline.engine.command.SessionStatusCommand;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.turn.TurnHandler.ChatServices;
import dev.throughline.memory.metadata.MetadataNotes;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.server.config.CommandKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.PromptList;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Creates the commands of chats and the policy for sending answers. */
record ChatSetup(
        TurnHandlerFactory factory,
        TurnHandlerFactory.HandlerDependencies dependencies,
        RunSettings runs,
        PromptEditor editor) {
    /**
     * The services for chats.
     *
     * @param isReset whether a turn only asks for a new session, which it has already
     */
    ChatServices services(PurposeDetector purposes, Predicate<Turn> isReset) {
        SendPolicy send = new SendPolicy(
                factory.config().value(CommandKeys.SEND), factory.store().notes());
        return new ChatServices(
                new ChatCommands(
                        CommandKeys.commandRule(factory.config()),
                        CommandKeys.words(factory.config()),
                        purposes,
                        isReset,
                        actions(send)),
                send);
    }

    private Map<ChatCommand, CommandAction> actions(SendPolicy send) {
        MetadataNotes metadata = new MetadataNotes(factory.store().notes());
        Map<ChatCommand, CommandAction> actions = new EnumMap<>(ChatCommand.class);
        actions.put(ChatCommand.SEND, new SendCommand(send));
        actions.put(
                ChatCommand.STATUS,
                new SessionStatusCommand(new SessionStatusCommand.StatusSources(
                        factory.store(),
                        dependencies.views(),
                        WorkingSetKeys.windows(factory.config()),
                        dependencies.learned(),
                        WorkingSetKeys.prices(factory.config()),
                        runs::rule,
                        send,
                        card -> metadata.read(card.ref()).map(SessionMetadata::name))));
        CompactionRequests compactions = new CompactionRequests(factory.store(), Optional.of(editor), factory.clock());
        actions.put(
                ChatCommand.COMPACT,
                request -> compactions
                        .request(request.session(), "chat", request.argument())
                        .message());
        actions.put(
                ChatCommand.CONTEXT,
                request -> PromptList.of(HomeAccess.sessions(factory.store(), factory.config())
                        .workingSet(request.session().ref().id())));
        dependencies
                .memory()
                .ifPresent(memory -> actions.put(ChatCommand.INDEX_SESSION, request -> {
                    memory.names().writer().indexSoon(request.session());
                    return "The name and the summary of this session are being written.";
                }));
        return actions;
    }
}
