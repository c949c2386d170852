package dev.throughline.app.command;

import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline completion}: a script for bash and zsh that completes commands and options. */
final class CompletionCommand implements Command {
    private final Desk desk;

    CompletionCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description("Prints a completion script for bash and zsh: source <(throughline completion)");
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        desk.screen().out().print(AutoComplete.bash("throughline", Commands.line(desk)));
        return OK;
    }
}
