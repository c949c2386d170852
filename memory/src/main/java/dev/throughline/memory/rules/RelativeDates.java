package dev.throughline.memory.rules;

import dev.throughline.engine.helper.TextResources;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces relative dates, such as "tomorrow", by dates. {@code relative-dates.txt} has the words of each language.
 * Recurring days, such as "Thursdays", stay as they are.
 */
final class RelativeDates {
    private static final List<Rule> RULES = read();

    private record Rule(String meaning, Pattern words, List<String> weekdays) {}

    private RelativeDates() {}

    private static List<Rule> read() {
        List<Rule> rules = new ArrayList<>();
        List<String> weekdays = List.of();
        for (String line :
                TextResources.rows(RelativeDates.class, "relative-dates.txt").toList()) {
            String[] row = line.split("\\s+", 3);
            if (row[1].equals("weekdays")) {
                weekdays = List.of(row[2].split(" ", -1));
            } else {
                rules.add(new Rule(row[1], pattern(row[0], row[2], weekdays), weekdays));
            }
        }
        return List.copyOf(rules);
    }

    private static Pattern pattern(String language, String expression, List<String> weekdays) {
        String plain = expression.replace("@", String.join("|", weekdays));
        String words = language.equals("zh")
                ? plain
                : "(?<![\\p{L}\\p{N}./_-])(?:" + plain + ")(?![\\p{L}\\p{N}/_-]|\\.\\p{L})";
        return Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** Replaces the relative dates of a text that was written on a day. */
    static String absolute(String text, LocalDate day) {
        String dated = text;
        for (Rule rule : RULES) {
            Matcher matcher = rule.words().matcher(dated);
            dated = matcher.replaceAll(found -> Matcher.quoteReplacement(date(rule, found, day)));
        }
        return dated;
    }

    private static String date(Rule rule, MatchResult found, LocalDate day) {
        String unit = rule.meaning().replaceFirst("[+-].*", "");
        return switch (unit) {
            case "next" ->
                day.with(TemporalAdjusters.next(weekday(rule, found))).toString();
            case "this" ->
                day.with(TemporalAdjusters.nextOrSame(weekday(rule, found))).toString();
            case "nextweek" ->
                monday(day, 1)
                        .with(TemporalAdjusters.nextOrSame(weekday(rule, found)))
                        .toString();
            case "week" -> monday(day, number(rule, found)).toString();
            case "month" -> YearMonth.from(day).plusMonths(number(rule, found)).toString();
            default -> day.plusDays(number(rule, found)).toString();
        };
    }

    private static LocalDate monday(LocalDate day, int weeks) {
        return day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).plusWeeks(weeks);
    }

    private static int number(Rule rule, MatchResult found) {
        String number = rule.meaning().replaceFirst("[a-z]+", "");
        return Integer.parseInt(number.equals("+#") ? found.group(1) : number);
    }

    /** The weekday in the first group that matched. */
    private static DayOfWeek weekday(Rule rule, MatchResult found) {
        int group = 1;
        while (found.group(group) == null) {
            group++;
        }
        return DayOfWeek.of(1 + rule.weekdays().indexOf(found.group(group).toLowerCase(Locale.ROOT)));
    }
}
