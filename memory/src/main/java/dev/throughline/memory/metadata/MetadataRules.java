package dev.throughline.memory.metadata;

import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Describes a session without a model: the name and the description are what the person wanted first, the summary lists
 * the requests, decisions and the last reply, and the tags are the words that were used most.
 */
final class MetadataRules {
    private static final int MAX_NAME_WORDS = 7;

    /** Shorter than the limit, so that a name fits into a line of a list. */
    private static final int MAX_NAME_LENGTH = 48;

    /** How many messages are searched for a goal. The first ones of many sessions are greetings and commands. */
    private static final int MAX_GOAL_MESSAGES = 8;

    private static final int MAX_REQUESTS = 10;
    private static final int MAX_REQUEST_LENGTH = 160;
    private static final int MAX_STATEMENTS = 5;
    private static final int MAX_STATEMENT_LENGTH = 200;
    private static final int MAX_STATE_LENGTH = 300;
    private static final int MAX_TAGS = 6;

    /** The rest of a longer message is usually pasted. */
    private static final int MAX_TAGGED_LENGTH = 1_500;

    private static final int MIN_TAG_USES = 2;
    private static final int MIN_SPECIFIC_WORDS = 2;

    /** A word with letters, not only a number. */
    private static final Pattern TAG = Pattern.compile("(?=.*\\p{L}).{3,40}|\\p{IsIdeographic}{2,40}");

    private MetadataRules() {}

    /** @param conversation the messages of a session */
    static MetadataTexts describe(Conversation conversation) {
        List<GoalSentence> goals = goals(conversation);
        Optional<GoalSentence> goal = goals.stream().limit(MAX_GOAL_MESSAGES).findFirst();
        String description =
                goal.map(GoalSentence::text).map(MetadataRules::sentence).orElse("");
        return new MetadataTexts(
                goals.isEmpty() ? firstWords(conversation) : name(goals),
                description,
                summary(conversation, description, goals.subList(Math.min(1, goals.size()), goals.size())),
                tags(conversation, goal));
    }

    private static List<GoalSentence> goals(Conversation conversation) {
        return conversation.items().stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .flatMap(item -> GoalSentence.in(item.text()).stream())
                .toList();
    }

    /** The words of the first goal; if they say little about it, also those of the next ones. */
    private static String name(List<GoalSentence> goals) {
        StringBuilder name = new StringBuilder();
        Set<String> used = new LinkedHashSet<>();
        for (GoalSentence goal : goals.subList(0, Math.min(goals.size(), MAX_GOAL_MESSAGES))) {
            boolean isFirst = used.isEmpty();
            for (String word : goal.words()) {
                boolean hasRoom = used.size() < MAX_NAME_WORDS && name.length() + word.length() < MAX_NAME_LENGTH;
                if (!hasRoom && !used.isEmpty()) {
                    break;
                }
                if ((isFirst || NameWords.isSpecific(word)) && used.add(word)) {
                    name.append(name.isEmpty() ? "" : " ").append(word);
                }
            }
            if (used.stream().filter(NameWords::isSpecific).count() >= MIN_SPECIFIC_WORDS) {
                break;
            }
        }
        return name.toString();
    }

    /** The words of the first message, for a session in which nothing else was said. */
    private static String firstWords(Conversation conversation) {
        return conversation.items().stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .map(item -> String.join(" ", NameWords.of(TextCut.to(item.text(), MAX_NAME_LENGTH))))
                .filter(words -> !words.isBlank())
                .findFirst()
                .orElse(SessionName.UNTITLED);
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String summary(Conversation conversation, String goal, List<GoalSentence> later) {
        RuleFindings found = RuleFindings.of(conversation);
        List<String> lines = new ArrayList<>();
        if (!goal.isEmpty()) {
            lines.add("Goal: " + goal);
        }
        List<String> requests = newest(
                later.stream()
                        .map(request -> TextCut.to(sentence(request.text()), MAX_REQUEST_LENGTH))
                        .distinct()
                        .toList(),
                MAX_REQUESTS);
        addList("Later requests:", requests, lines);
        List<String> statements = found.statements().stream()
                .map(statement -> TextCut.to(statement.text(), MAX_STATEMENT_LENGTH))
                .toList();
        addList("The person said:", newest(statements, MAX_STATEMENTS), lines);
        if (!found.state().text().isEmpty()) {
            lines.add("Last reply: " + TextCut.to(found.state().text(), MAX_STATE_LENGTH));
        }
        return String.join("\n", lines);
    }

    private static List<String> newest(List<String> texts, int most) {
        return texts.subList(Math.max(0, texts.size() - most), texts.size());
    }

    private static void addList(String title, List<String> entries, List<String> lines) {
        if (!entries.isEmpty()) {
            lines.add(title);
            entries.forEach(entry -> lines.add("- " + entry));
        }
    }

    /** The words that occur in most messages of the person; words that say nothing about the session are no tags. */
    private static List<String> tags(Conversation conversation, Optional<GoalSentence> goal) {
        Map<String, Integer> uses = new LinkedHashMap<>();
        for (ConversationItem item : conversation.items()) {
            if (item.kind() == ItemKind.USER && GoalSentence.isOfPerson(item.text())) {
                Set<String> words = new LinkedHashSet<>(NameWords.of(TextCut.to(item.text(), MAX_TAGGED_LENGTH)));
                words.forEach(word -> uses.merge(word, 1, Integer::sum));
            }
        }
        List<String> inGoal = goal.map(GoalSentence::words).orElse(List.of());
        List<String> tags = new ArrayList<>();
        uses.entrySet().stream()
                .filter(each -> each.getValue() >= MIN_TAG_USES || inGoal.contains(each.getKey()))
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .filter(word -> NameWords.isSpecific(word) && TAG.matcher(word).matches())
                .filter(word -> tags.size() < MAX_TAGS && !tags.contains(word + "s") && !tags.contains(singular(word)))
                .forEach(tags::add);
        return tags;
    }

    private static String singular(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }
}
