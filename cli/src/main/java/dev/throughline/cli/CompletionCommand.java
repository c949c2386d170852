package dev.throughline.cli;

import java.util.List;
import picocli.AutoComplete;

/** {@code throughline completion}: prints a completion script for bash and zsh. */
final class CompletionCommand extends Command {
    CompletionCommand(CommandEnvironment environment) {
        super(environment, List.of(), "Prints a completion script for bash and zsh: source <(throughline completion)");
    }

    @Override
    public int run() {
        screen().out().print(AutoComplete.bash("throughline", Commands.line(environment())));
        return OK;
    }
}
