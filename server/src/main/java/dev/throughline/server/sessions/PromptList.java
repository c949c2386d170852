package dev.throughline.server.sessions;

import dev.throughline.model.text.TextCut;
import dev.throughline.server.sessions.WorkingSetView.WorkingSetPart;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Describes in a few lines what the newest prompt of a session contains, for a message in a chat. */
public final class PromptList {
    /** The number of largest parts that are listed. */
    private static final int LARGEST = 5;

    private static final int GIST_CHARACTERS = 60;

    private PromptList() {}

    public static String of(Optional<WorkingSetView> workingSet) {
        return workingSet.map(PromptList::text).orElse("The session has no prompt yet.");
    }

    private static String text(WorkingSetView view) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "Prompt: about %,d tokens (%,d as the client sent it)", view.tokens(), view.untouched()));
        view.byKind().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(kind -> text.append(String.format(
                        Locale.ROOT, "\n%,d %s", kind.getValue(), kind.getKey().replace('_', ' '))));
        text.append("\nLargest parts:");
        view.history().stream()
                .sorted(Comparator.comparingLong(WorkingSetPart::tokens).reversed())
                .limit(LARGEST)
                .forEach(part -> text.append(String.format(
                        Locale.ROOT,
                        "\n%,d %s: %s",
                        part.tokens(),
                        part.kind().replace('_', ' '),
                        TextCut.to(part.gist(), GIST_CHARACTERS))));
        return text.toString();
    }
}
