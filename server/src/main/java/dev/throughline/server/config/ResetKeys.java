package dev.throughline.server.config;

import dev.throughline.engine.history.HistoryHolder;
import dev.throughline.engine.reset.ResetOverride;
import dev.throughline.engine.reset.ResetPolicy;
import dev.throughline.engine.reset.ResetRules;
import dev.throughline.engine.reset.ResetWords;
import dev.throughline.engine.session.SessionResets.ResetScope;
import dev.throughline.model.ChatType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** The keys of resets, and of who holds the history of a session. Part of {@link Keys#ALL}. */
public final class ResetKeys {
    private static final KeyGroup KEYS = new KeyGroup();
    private static final int DEFAULT_HOUR = 4;
    private static final String HOUR = "daily_hour";
    private static final String MINUTES = "idle_minutes";

    /** The words that switch a reset off. */
    private static final List<String> OFF = List.of("off", "null", "none", "");

    public static final Key<HistoryHolder> HISTORY = KEYS.key(
            "sessions.history",
            ValueType.oneOf(HistoryHolder.class),
            HistoryHolder.CLIENT,
            "who holds the history of a session: client or gateway");
    public static final Key<ResetScope> RESETS = KEYS.key(
            "sessions.resets",
            ValueType.oneOf(ResetScope.class),
            ResetScope.DERIVED,
            "which sessions are reset: those of a named origin (derived), all or none");
    public static final Key<OptionalInt> DAILY_HOUR = KEYS.key(
            "sessions.reset.daily_hour",
            numberType("an hour", 0, ResetPolicy.LAST_HOUR),
            OptionalInt.of(DEFAULT_HOUR),
            "the hour at which a new day begins for sessions, or off");
    public static final Key<OptionalInt> IDLE_MINUTES = KEYS.key(
            "sessions.reset.idle_minutes",
            numberType("a number of minutes", 1, ResetPolicy.MAX_IDLE_MINUTES),
            OptionalInt.empty(),
            "the minutes without a message after which a session ends, or off");
    public static final Key<Optional<ZoneId>> ZONE = KEYS.unlisted(
            "sessions.reset.zone",
            new ValueType<ZoneId>("a time zone like Europe/Berlin", (text, _) -> zone(text), ZoneId::getId).optional(),
            Optional.empty());
    public static final Key<Map<String, ResetOverride>> BY_TYPE = KEYS.unlisted(
            "sessions.reset_by_type",
            overrideType(
                    "types of chats and values like 'group.idle_minutes=60, thread.daily_hour=off'",
                    text -> ChatType.find(text).map(ChatType::word).orElseThrow(IllegalArgumentException::new)),
            Map.of());
    public static final Key<Map<String, ResetOverride>> BY_CHANNEL = KEYS.unlisted(
            "sessions.reset_by_channel",
            overrideType("channels and values like 'discord.idle_minutes=60, sms.daily_hour=off'", text -> text),
            Map.of());
    public static final Key<List<String>> WORDS =
            KEYS.unlisted("sessions.reset_words", ValueType.RESET_WORDS, List.of());

    static final List<Key<?>> ALL = KEYS.all();

    private ResetKeys() {}

    /** When sessions end. */
    public static ResetRules rules(Config config) {
        Map<ChatType, ResetOverride> byType = new LinkedHashMap<>();
        config.value(BY_TYPE)
                .forEach((type, override) -> byType.put(ChatType.find(type).orElseThrow(), override));
        return new ResetRules(
                new ResetPolicy(config.value(DAILY_HOUR), config.value(IDLE_MINUTES)),
                byType,
                config.value(BY_CHANNEL),
                config.value(ZONE).orElseGet(ZoneId::systemDefault));
    }

    /** The words that begin a new session. */
    public static ResetWords words(Config config) {
        return ResetWords.with(config.value(WORDS));
    }

    private static ValueType<OptionalInt> numberType(String name, int least, int most) {
        return new ValueType<>(
                name + " from " + least + " to " + most + ", or off",
                (text, _) -> number(text, least, most),
                ResetKeys::shown);
    }

    private static OptionalInt number(String text, int least, int most) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (OFF.contains(plain)) {
            return OptionalInt.empty();
        }
        int number = Integer.parseInt(plain);
        if (number < least || number > most) {
            throw new IllegalArgumentException();
        }
        return OptionalInt.of(number);
    }

    private static String shown(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : "off";
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Reads {@code name.field=value, …}. The name may contain dots. */
    private static ValueType<Map<String, ResetOverride>> overrideType(String expected, UnaryOperator<String> name) {
        return new ValueType<>(expected, (text, _) -> overrides(text, name), ResetKeys::shown);
    }

    private static Map<String, ResetOverride> overrides(String text, UnaryOperator<String> name) {
        Map<String, ResetOverride> overrides = new LinkedHashMap<>();
        ValueType.pairs(text, value -> value, new LinkedHashMap<>()).forEach((path, value) -> {
            int dot = path.lastIndexOf('.');
            if (dot < 1) {
                throw new IllegalArgumentException();
            }
            overrides.merge(
                    name.apply(path.substring(0, dot)), override(path.substring(dot + 1), value), ResetKeys::merged);
        });
        return overrides;
    }

    private static ResetOverride override(String field, String value) {
        return switch (field) {
            case HOUR -> new ResetOverride(Optional.of(number(value, 0, ResetPolicy.LAST_HOUR)), Optional.empty());
            case MINUTES ->
                new ResetOverride(Optional.empty(), Optional.of(number(value, 1, ResetPolicy.MAX_IDLE_MINUTES)));
            default -> throw new IllegalArgumentException();
        };
    }

    private static ResetOverride merged(ResetOverride one, ResetOverride other) {
        return new ResetOverride(
                other.dailyHour().or(one::dailyHour), other.idleMinutes().or(one::idleMinutes));
    }

    private static String shown(Map<String, ResetOverride> overrides) {
        Map<String, String> fields = new LinkedHashMap<>();
        BiConsumer<String, Optional<OptionalInt>> put =
                (field, value) -> value.ifPresent(number -> fields.put(field, shown(number)));
        overrides.forEach((name, override) -> {
            put.accept(name + "." + HOUR, override.dailyHour());
            put.accept(name + "." + MINUTES, override.idleMinutes());
        });
        return ValueType.shownPairs(fields, ", ", value -> value);
    }
}
