package dev.throughline.bench.command;

import dev.throughline.cli.Command;
import dev.throughline.cli.CommandEnvironment;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.inject.TopicSearch;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Extraction;
import dev.throughline.memory.writer.Flush;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.wiring.TemporaryFolders;
import dev.throughline.workingset.budget.ModelWindows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code throughline bench memory}: what memory learns from labelled messages without a helper model. Each message is
 * said in a session of its own, with an empty memory in a temporary folder, and goes the way that a real one goes:
 * scaffolding and secrets out, rules, the gate, pages. What is in the pages afterwards was stored.
 */
public final class MemoryBenchCommand extends Command {
    private static final SessionRef SESSION =
            new SessionRef(Tenant.LOCAL, SessionId.of("0198c5a0-7b2e-7000-8000-000000000001"));
    private static final int MOST_SHOWN = 300;

    private final Option<String> messages = parameter(0, "1", "FILE", "labelled messages");
    private final Option<Boolean> errors =
            flag("--errors", "list texts that were missed and texts that were stored by mistake");
    private final Option<Boolean> stored = flag("--stored", "list the lines that were stored");
    private final Option<Boolean> json = flag("--json", "print one JSON object");

    public MemoryBenchCommand(CommandEnvironment environment) {
        super(
                environment,
                List.of(),
                "Learns from labelled messages without a helper model and prints what was stored.",
                "Reads JSON lines with id, text and label (durable, task or quote); see docs/memory.md.");
    }

    @Override
    public int run() {
        if (!messages.isGiven()) {
            throw new IllegalArgumentException("missing required parameter: 'FILE'");
        }
        Path file = environment().environment().path(messages.value());
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    "The file " + file + " cannot be read. Name a file of labelled messages.");
        }
        LearningScore score = new LearningScore();
        try {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    score.add(learn(LabelledMessage.of(line)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (json.value()) {
            printJson(View.of(score));
        } else {
            show(score, errors.value(), stored.value());
        }
        return OK;
    }

    private LearningScore.Outcome learn(LabelledMessage message) throws IOException {
        Path folder = Files.createTempDirectory("throughline-memory");
        try {
            WorkspaceMemory memory = new WorkspaceMemory(
                    new Workspace(folder, environment().clock()),
                    HelperModel.NONE,
                    TopicSearch::byWords,
                    MemoryLimits.DEFAULT);
            Conversation conversation = conversation(message);
            new Extraction(HelperModel.NONE, 1).run(memory, conversation, List.of());
            new Flush(HelperModel.NONE, MemoryLimits.DEFAULT.flush(), new ModelWindows(Map.of()))
                    .run(memory, conversation, 1, List.of());
            List<String> lines = new ArrayList<>();
            StringBuilder all = new StringBuilder();
            for (PageListing.ListedPage entry : memory.workspace().list().pages()) {
                Optional<Page> page = memory.workspace().read(entry.path());
                page.ifPresent(each -> each.lines().stream()
                        .filter(line -> LineSource.of(line).isPresent())
                        .map(LineSource::without)
                        .filter(line -> !lines.contains(line))
                        .forEach(lines::add));
                all.append(entry.path())
                        .append('\n')
                        .append(page.map(Page::text).orElse(""));
            }
            return LearningScore.Outcome.of(message, lines, all.toString());
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    private Conversation conversation(LabelledMessage message) {
        List<ConversationItem> said = new ArrayList<>();
        Map<ItemKind, String> words = Map.of(ItemKind.ASSISTANT, message.before(), ItemKind.USER, message.text());
        for (ItemKind kind : List.of(ItemKind.ASSISTANT, ItemKind.USER)) {
            String plain = Conversation.plain(kind, words.getOrDefault(kind, ""), ScaffoldFilter.BUILT_IN);
            Hash place = Hash.of(message.id() + kind);
            if (!plain.isBlank()) {
                said.add(new ConversationItem(
                        kind, place.handle(), place, environment().clock().instant(), "", plain));
            }
        }
        return new Conversation(SESSION, said);
    }

    private void show(LearningScore score, boolean hasErrors, boolean hasStored) {
        for (LearningScore.Outcome outcome : score.outcomes()) {
            boolean isShown = (hasErrors && outcome.isWrong()) || (hasStored && outcome.isStored());
            if (isShown) {
                String what = !outcome.leaked().isEmpty()
                        ? "leaked"
                        : !outcome.isWrong() ? "stored" : outcome.isStored() ? "stored wrongly" : "missed";
                print(what + ": " + outcome.message().id() + " ("
                        + outcome.message().label() + (outcome.message().isHard() ? ", hard" : "") + ") "
                        + cut(outcome.message().text()));
                outcome.lines().forEach(line -> print("    " + line));
            }
        }
        print("messages           " + score.outcomes().size());
        print("recall of durable  " + score.recall().text());
        print("precision          " + score.precision().text());
        print("task stored        " + score.tasks().text());
        print("quote stored       " + score.quotes().text());
        print("hard stored        " + score.hard().text());
        print("secrets stored     " + score.leaks().text());
    }

    private void print(String line) {
        println(DisplayText.printable(line));
    }

    private static String cut(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "…";
    }

    /** The figures for programs. */
    private record View(
            int messages,
            ShareView recall,
            ShareView precision,
            ShareView taskStored,
            ShareView quoteStored,
            ShareView hardStored,
            ShareView secretsStored,
            List<WrongView> wrong) {
        static View of(LearningScore score) {
            return new View(
                    score.outcomes().size(),
                    ShareView.of(score.recall()),
                    ShareView.of(score.precision()),
                    ShareView.of(score.tasks()),
                    ShareView.of(score.quotes()),
                    ShareView.of(score.hard()),
                    ShareView.of(score.leaks()),
                    score.outcomes().stream()
                            .filter(LearningScore.Outcome::isWrong)
                            .map(outcome -> new WrongView(
                                    outcome.message().id(),
                                    outcome.message().label(),
                                    outcome.lines(),
                                    outcome.leaked()))
                            .toList());
        }
    }

    private record ShareView(double share, long count, long of) {
        static ShareView of(LearningScore.Share share) {
            return new ShareView(share.ratio(), share.part(), share.of());
        }
    }

    private record WrongView(String id, String label, List<String> lines, List<String> leaked) {}
}
