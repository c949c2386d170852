package dev.throughline.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How well memory learnt from labelled messages. A message is stored if a line of it reached memory, a durable one only
 * if the line says what is durable in it; where a negative
 * says that something of it may be stored, it counts as stored only if a text did that must not be.
 */
final class LearningScore {
    /**
     * What became of a message.
     *
     * @param lines the lines of memory that it left
     * @param leaked texts that reached memory and must not
     */
    record Outcome(LabelledMessage message, List<String> lines, List<String> leaked) {
        Outcome {
            lines = List.copyOf(lines);
            leaked = List.copyOf(leaked);
        }

        /** @param memory all that memory says afterwards, names of pages included */
        static Outcome of(LabelledMessage message, List<String> lines, String memory) {
            String all = plain(memory);
            List<String> leaked = message.mustNotStore().stream()
                    .filter(text -> all.contains(plain(text)))
                    .toList();
            return new Outcome(message, lines, leaked);
        }

        boolean isStored() {
            if (message.isDurable()) {
                return lines.stream().anyMatch(this::isOfSpan);
            }
            return message.mayStore() ? !leaked.isEmpty() : !lines.isEmpty();
        }

        /** Whether a line says what is durable in the message: it has half of the words of that part. */
        private boolean isOfSpan(String line) {
            Set<String> wanted = words(message.span());
            long found = wanted.stream().filter(words(line)::contains).count();
            return 2 * found >= wanted.size();
        }

        private static Set<String> words(String text) {
            return Pattern.compile("[^\\p{L}\\p{N}]+")
                    .splitAsStream(plain(text))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.toSet());
        }

        /** Stored although it must not be, or not stored although it should. */
        boolean isWrong() {
            return (!message.isArguable() && isStored() != message.isDurable()) || !leaked.isEmpty();
        }

        private static String plain(String text) {
            return text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
        }
    }

    /** How many of how many. */
    record Share(long part, long of) {
        double ratio() {
            return of == 0 ? 0 : (double) part / of;
        }

        String text() {
            return String.format(Locale.ROOT, "%5.1f%%  (%d of %d)", 100 * ratio(), part, of);
        }
    }

    private final List<Outcome> outcomes = new ArrayList<>();

    void add(Outcome outcome) {
        outcomes.add(outcome);
    }

    List<Outcome> outcomes() {
        return List.copyOf(outcomes);
    }

    /** Of the clear durable ones, those that were stored. */
    Share recall() {
        return stored(message -> message.isDurable() && !message.isArguable());
    }

    /** Of those that were stored, the durable ones; arguable ones do not count. */
    Share precision() {
        Share all = stored(message -> !message.isArguable());
        return new Share(recall().part(), all.part());
    }

    Share tasks() {
        return stored(message -> message.label().equals(LabelledMessage.TASK));
    }

    Share quotes() {
        return stored(message -> message.label().equals(LabelledMessage.QUOTE));
    }

    Share hard() {
        return stored(LabelledMessage::isHard);
    }

    /** Texts that must not be stored and were. */
    Share leaks() {
        long all = outcomes.stream()
                .mapToLong(each -> each.message().mustNotStore().size())
                .sum();
        return new Share(
                outcomes.stream().mapToLong(each -> each.leaked().size()).sum(), all);
    }

    private Share stored(Predicate<LabelledMessage> wanted) {
        List<Outcome> of =
                outcomes.stream().filter(each -> wanted.test(each.message())).toList();
        return new Share(of.stream().filter(Outcome::isStored).count(), of.size());
    }
}
