package dev.throughline.model.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one configuration of the JSON parser and of the mapper between JSON and records.
 *
 * <p>The limits are those of a request body, which is the largest JSON text that exists here. Whoever reads a stream
 * token by token uses {@link #FACTORY}; views for REST and {@code --json}, and small files of ours, are records that
 * {@link #mapper()} reads and writes.
 */
public final class JsonFormat {
    /** How deep arrays and objects may be nested. Recorded requests stay below 40. */
    public static final int MOST_LEVELS = 500;
    /** The most digits of one number. */
    public static final int MOST_DIGITS = 10_000;
    /** The most characters of one text: more than a body may have bytes. */
    public static final int MOST_CHARACTERS = 256 * 1024 * 1024;

    /** Reads UTF-8 only: a parser that guesses UTF-16 or UTF-32 has no byte offsets to give. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_LEVELS)
                    .maxNumberLength(MOST_DIGITS)
                    .maxStringLength(MOST_CHARACTERS)
                    .build())
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    /** Created on first use: most commands need no mapper, and creating one slows their start. */
    private static final class Mapper {
        static final JsonMapper INSTANCE = JsonMapper.builder(FACTORY)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build();
    }

    private JsonFormat() {}

    /** Reads and writes records: members in {@code snake_case}, absent ones left out. */
    public static JsonMapper mapper() {
        return Mapper.INSTANCE;
    }
}
