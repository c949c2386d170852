package dev.throughline.engine.command;

import dev.throughline.engine.send.SendPolicy;
import java.util.Locale;
import java.util.Optional;

/** Sets whether answers of the session are sent. */
public final class SendCommand implements CommandAction {
    private final SendPolicy policy;

    public SendCommand(SendPolicy policy) {
        this.policy = policy;
    }

    @Override
    public String answer(CommandRequest request) {
        switch (request.argument().toLowerCase(Locale.ROOT)) {
            case "on" -> policy.override(request.session().ref(), Optional.of(true));
            case "off" -> policy.override(request.session().ref(), Optional.of(false));
            case "inherit" -> policy.override(request.session().ref(), Optional.empty());
            default -> throw new ChatCommands.UnknownArgumentException(request.argument());
        }
        return sending(policy.of(request.session(), request.turn().origin()));
    }

    /** One line about whether answers are sent. */
    static String sending(SendPolicy.SendDecision decision) {
        return "Sending of answers: " + (decision.isSent() ? "on" : "off") + " (" + decision.reason() + ")";
    }
}
