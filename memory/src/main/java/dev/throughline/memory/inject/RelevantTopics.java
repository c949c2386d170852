package dev.throughline.memory.inject;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.admission.SimilarLines;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.Topic;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Selects the topics that a turn is shown. The helper model selects them from the manifest; if it does not answer, a
 * search does. Safe for use by many threads.
 */
public final class RelevantTopics {
    /** The maximum length of one topic, in tokens. */
    static final int MAX_TOKENS = 1_000;

    /** The maximum length of its name and description, in characters. */
    private static final int MAX_TITLE_LENGTH = 500;

    /** A turn waits for the helper model; after this time, the search selects the topics. */
    private static final Duration HELPER_TIME = Duration.ofSeconds(3);

    private static final int OUTPUT_TOKENS = 400;
    private static final int MAX_MESSAGE_CHARACTERS = 4_000;
    private static final Pattern WARNING =
            Pattern.compile("(?i)\\b(?:never|avoid|don't|do not|careful|warning|gotcha|breaks?|bug|known"
                    + " issue|pitfall|workaround|fails?)\\b");

    /** Selects topics without the helper model. */
    @FunctionalInterface
    public interface TopicFinder {
        /** The topics of the manifest that fit a message, best first. */
        List<MemoryPath> find(String message, TopicManifest manifest, int most);
    }

    private final Topics topics;
    private final int most;
    private final TopicFinder finder;
    private final QuestionTemplate question;

    /** @param most the maximum number of topics for a turn */
    public RelevantTopics(Topics topics, int most, HelperModel helper, TopicFinder finder) {
        this.topics = topics;
        this.most = most;
        this.finder = finder;
        this.question = QuestionTemplate.of(helper, RelevantTopics.class, "relevant", OUTPUT_TOKENS, HELPER_TIME);
    }

    /**
     * The input for the selection of topics.
     *
     * @param message the newest message of the user
     * @param tools the names of tools that were used lately: the agent knows how they work
     * @param shown the pages that this session was shown already
     * @param visibleLines the lines of memory that its model can see
     */
    public record TopicRequest(
            SessionRef session,
            String message,
            Collection<String> tools,
            Set<MemoryPath> shown,
            Collection<String> visibleLines) {}

    /** The block for a turn; empty if no topic fits. */
    public Optional<MemoryBlock> block(TopicRequest request) {
        TopicManifest all = topics.manifest();
        TopicManifest candidates = new TopicManifest(all.lines().stream()
                .filter(line -> !request.shown().contains(line.path()))
                .filter(line -> !isPlainReference(line, request.tools()))
                .toList());
        if (candidates.lines().isEmpty() || request.message().isBlank()) {
            return Optional.empty();
        }
        VisibleMemory visible = new VisibleMemory(new SimilarLines(), new Supersession());
        request.visibleLines().forEach(line -> {
            visible.lines().add(line);
            visible.supersession().addAll(line);
        });
        List<MemoryBlock.BlockPart> parts = new ArrayList<>();
        for (MemoryPath path : selected(request, candidates)) {
            part(path, candidates, visible, request.session()).ifPresent(parts::add);
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(MemoryBlock.of(parts));
    }

    private List<MemoryPath> selected(TopicRequest request, TopicManifest manifest) {
        Set<MemoryPath> existing = Set.copyOf(
                manifest.lines().stream().map(TopicManifest.TopicLine::path).toList());
        List<MemoryPath> paths = question.ask(request.session(), () -> input(request, manifest), RelevantTopics::paths)
                .value()
                .orElseGet(() -> finder.find(request.message(), manifest, most));
        return paths.stream().filter(existing::contains).distinct().limit(most).toList();
    }

    private static String input(TopicRequest request, TopicManifest manifest) {
        String message = Redaction.of(SafeText.visible(request.message())).text();
        return "Message:\n" + TextCut.to(message, MAX_MESSAGE_CHARACTERS) + "\n\nTools used lately: "
                + String.join(", ", request.tools()) + "\n\nTopics:\n" + manifest.text();
    }

    private static List<MemoryPath> paths(Json answer) {
        List<MemoryPath> paths = new ArrayList<>();
        if (answer instanceof Json.Obj object) {
            for (Json each : object.list("paths")) {
                if (each instanceof Json.Text text && MemoryPath.isPath(text.value())) {
                    paths.add(new MemoryPath(text.value()));
                }
            }
        }
        return paths;
    }

    /** Whether a topic only explains a tool that the agent uses right now; warnings about it are still useful. */
    private static boolean isPlainReference(TopicManifest.TopicLine line, Collection<String> tools) {
        String text = (line.name() + " " + line.description()).toLowerCase(Locale.ROOT);
        return line.type().equals(Optional.of(TopicType.REFERENCE))
                && tools.stream().anyMatch(tool -> !tool.isBlank() && text.contains(tool.toLowerCase(Locale.ROOT)))
                && !WARNING.matcher(text).find();
    }

    /** The lines of memory that the model can see, and what they supersede. */
    private record VisibleMemory(SimilarLines lines, Supersession supersession) {}

    private Optional<MemoryBlock.BlockPart> part(
            MemoryPath path, TopicManifest manifest, VisibleMemory visible, SessionRef session) {
        try {
            Optional<Topic> topic = topics.read(path);
            String date = manifest.lines().stream()
                    .filter(line -> line.path().equals(path))
                    .map(line -> line.modified().toString().substring(0, 10))
                    .findFirst()
                    .orElse("");
            return topic.flatMap(each -> shown(each, visible, session))
                    .map(text -> new MemoryBlock.BlockPart(
                            path, date, Redaction.of(text).text()));
        } catch (ProxyException e) {
            return Optional.empty(); // It was deleted, or is not text.
        }
    }

    /**
     * A topic without lines that the model can see already or that were learnt from this session; empty if no line is
     * left.
     */
    private static Optional<String> shown(Topic topic, VisibleMemory visible, SessionRef session) {
        List<String> lines = new ArrayList<>();
        boolean isAllLearnt = true;
        visible.supersession().addAll(topic.body());
        for (String line : topic.body().strip().lines().toList()) {
            if (SupersededLine.isMarked(line)) {
                continue;
            }
            Optional<LearntFact> fact = LearntFact.of(topic.path(), line);
            isAllLearnt &= fact.isPresent() || line.isBlank();
            if (fact.isEmpty()) {
                lines.add(line);
            } else if (!fact.get().isOf(session)
                    && !visible.lines().contains(fact.get().text())
                    && !fact.get().isOutdated(visible.supersession())) {
                visible.lines().add(fact.get().text());
                lines.add(fact.get().shown());
            }
        }
        if (isAllLearnt) {
            lines.removeIf(String::isBlank);
            return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
        }
        String title = topic.name() + (topic.description().isBlank() ? "" : ": " + topic.description());
        return Optional.of(TextCut.to(title, MAX_TITLE_LENGTH) + "\n" + shortened(String.join("\n", lines)));
    }

    /** A long text without its middle: the beginning describes the subject, and new lines are added at the end. */
    private static String shortened(String body) {
        if (ApproximateTokens.tokens(body) <= MAX_TOKENS) {
            return body;
        }
        String first = ApproximateTokens.first(body, MAX_TOKENS / 3).strip();
        String last = ApproximateTokens.last(body, MAX_TOKENS - MAX_TOKENS / 3).strip();
        return first + "\n[… cut; memory_get reads the rest]\n" + last;
    }
}
