package dev.throughline.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.cli.terminal.Table;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.Decisions;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.List;

/**
 * {@code throughline context list}: lists the newest request of each session in tokens, and the change in its cost.
 */
final class ContextListCommand extends Command {
    private static final int LETTERS = 24;

    private final Option<Boolean> json = jsonFlag();
    private final Option<Integer> limit = option("--limit", "N", 20, "how many sessions to list, newest first");

    ContextListCommand(CommandEnvironment environment) {
        super(
                environment,
                "Lists sessions with the tokens of their newest request, their edits and the net change in the cost of"
                        + " input.");
    }

    private record SessionRow(
            SessionCard session, @JsonUnwrapped Decisions decisions) {}

    @Override
    public int run() {
        List<SessionRow> rows = read(sessions -> rows(sessions, limit.value())).orElse(List.of());
        if (json.value()) {
            printJson(rows);
        } else if (!rows.isEmpty()) {
            table(rows).print(screen());
        }
        return OK;
    }

    private static List<SessionRow> rows(SessionCatalog sessions, int limit) {
        return sessions.listed(limit).stream()
                .map(card -> new SessionRow(card, sessions.decisions(card.ref().id())))
                .toList();
    }

    private Table table(List<SessionRow> rows) {
        Table table =
                new Table("AGE", "CLIENT", "MODEL", ">TURNS", ">TOKENS IN", ">FORWARDED", ">EDITS", ">COST", "ID");
        for (SessionRow row : rows) {
            SessionCard card = row.session();
            table.row(
                    DisplayText.age(card.updated(), environment().clock().instant()),
                    DisplayText.firstWords(card.client(), LETTERS),
                    DisplayText.firstWords(card.model(), LETTERS),
                    Long.toString(card.turns()),
                    Long.toString(row.decisions().tokensIn()),
                    Long.toString(row.decisions().tokensForwarded()),
                    Long.toString(row.decisions().edits()),
                    DisplayText.change(row.decisions().bill().change()),
                    card.ref().id().toString());
        }
        return table;
    }
}
