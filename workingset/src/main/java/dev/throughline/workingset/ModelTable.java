package dev.throughline.workingset;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Values by the prefix of a model's name. The longest prefix wins; the user's entries precede the built-in ones. */
public final class ModelTable<V> {
    private final Map<String, V> values = new LinkedHashMap<>();

    public ModelTable(Map<String, V> own, Map<String, V> builtIn) {
        Comparator<Map.Entry<String, V>> longestFirst = Comparator.comparingInt(
                        (Map.Entry<String, V> entry) -> entry.getKey().length())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey());
        own.entrySet().stream().sorted(longestFirst).forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        builtIn.entrySet().stream()
                .sorted(longestFirst)
                .forEach(entry -> values.putIfAbsent(entry.getKey(), entry.getValue()));
    }

    /** The value of the first prefix that one of the names of a model begins with. */
    public Optional<V> find(String... names) {
        return values.entrySet().stream()
                .filter(entry -> Arrays.stream(names).anyMatch(name -> name.startsWith(entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** A model's name without the vendor before a slash. */
    public static String withoutVendor(String model) {
        return model.substring(model.lastIndexOf('/') + 1);
    }
}
