package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.memory.question.Citation;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.GatewayClient;
import java.util.List;

/** {@code throughline ask}: asks a question about a recorded session. */
final class AskCommand extends MemoryCommand {
    private final Option<String> session = sessionParameter();
    private final Option<List<String>> words = parameters("1..*", "1..*", "QUESTION", "the question");
    private final Option<Boolean> json = jsonFlag();

    AskCommand(CommandEnvironment environment) {
        super(
                environment,
                "Asks a question about a recorded session and prints the answer with exact quotations.",
                "The helper model answers. Without one, the passages that match the question best are printed.");
    }

    @Override
    public int run() {
        String question = String.join(" ", words.value());
        if (session.value().isBlank() || question.isBlank()) {
            throw new IllegalArgumentException("no session or no question given, as in: throughline ask"
                    + " parser-work \"Which lexer did we take?\"");
        }
        return withGateway(gateway -> {
            SessionAnswer answer = ask(gateway, session.value(), question);
            if (json.value()) {
                printJson(answer);
            } else {
                print(answer);
            }
            return answer.isEmpty() ? FAILED : OK;
        });
    }

    /** Asks through a gateway. */
    static SessionAnswer ask(GatewayClient gateway, String session, String question) {
        return gateway.post(
                "sessions/" + encoded(session) + "/questions", new QuestionBody(question), SessionAnswer.class);
    }

    private record QuestionBody(String question) {}

    private void print(SessionAnswer answer) {
        Screen screen = screen();
        answer.answer().ifPresent(text -> {
            text.lines().map(DisplayText::printable).forEach(this::println);
            println("");
        });
        answer.citations().forEach(this::print);
        if (!answer.dropped().isEmpty()) {
            printMessage(answer.droppedNote());
        }
        if (!answer.passages().isEmpty()) {
            screen.printMessage(answer.passagesNote());
        }
        answer.passages().forEach(this::print);
        if (answer.isEmpty()) {
            printMessage("nothing in that session is about it");
        }
    }

    private void print(Citation citation) {
        String head = citation.handle() + "  (" + citation.source() + ", " + citation.date() + ")";
        println(screen().coloured(Screen.Colour.HEADING, DisplayText.printable(head)));
        citation.text().lines().map(DisplayText::printable).forEach(line -> println("  " + line));
        println("");
    }
}
