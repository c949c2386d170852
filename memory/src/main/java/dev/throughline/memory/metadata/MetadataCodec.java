package dev.throughline.memory.metadata;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.json.JsonFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The JSON of metadata, in {@code index.json} and in the REST interface:
 *
 * <pre>
 * {"sessionId":"0198c5a0-…","sessionFile":"sessions/0198c5a0-…/archive.jsonl","parentSessionFile":null,
 *  "name":"move-parser-to-new-lexer","description":"Move the parser to the new lexer.","summary":"…",
 *  "tags":["parser","lexer"],"cwd":"/home/ada/parser","createdAt":"2026-04-05T10:00:00Z",
 *  "updatedAt":"2026-04-05T12:00:00Z","model":"gpt-5-mini","lastIndexedLeafId":"s2:…",
 *  "source":"helper_model","nameSource":"helper_model"}
 * </pre>
 */
public final class MetadataCodec {
    /** The members of the object; a missing one is {@code null}. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record MetadataMembers(
            @Nullable @JsonProperty("sessionId") String sessionId,
            @Nullable @JsonProperty("sessionFile") String sessionFile,
            @Nullable @JsonProperty("parentSessionFile") String parentSessionFile,
            @Nullable @JsonProperty("name") String name,
            @Nullable @JsonProperty("description") String description,
            @Nullable @JsonProperty("summary") String summary,
            @Nullable @JsonProperty("tags") List<String> tags,
            @Nullable @JsonProperty("cwd") String cwd,
            @Nullable @JsonProperty("createdAt") String createdAt,
            @Nullable @JsonProperty("updatedAt") String updatedAt,
            @Nullable @JsonProperty("model") String model,
            @Nullable @JsonProperty("lastIndexedLeafId") String lastIndexedLeafId,
            @Nullable @JsonProperty("source") String source,
            @Nullable @JsonProperty("nameSource") String nameSource) {}

    private MetadataCodec() {}

    public static String write(SessionMetadata metadata) {
        return JsonFormat.mapper().writeValueAsString(members(metadata));
    }

    public static MetadataMembers members(SessionMetadata metadata) {
        return new MetadataMembers(
                metadata.session().id().toString(),
                metadata.session().file(),
                metadata.session().parentFile().orElse(null),
                metadata.name(),
                metadata.description(),
                metadata.summary(),
                metadata.texts().tags(),
                metadata.folder().orElse(null),
                metadata.createdAt().toString(),
                metadata.updatedAt().toString(),
                metadata.model().orElse(null),
                metadata.lastIndexed().map(Hash::text).orElse(null),
                metadata.source().word(),
                metadata.nameSource().word());
    }

    /**
     * Reads metadata.
     *
     * @throws IllegalArgumentException if the text is not metadata, with a description of the problem
     */
    public static SessionMetadata read(String json) {
        try {
            @Nullable MetadataMembers members = JsonFormat.mapper().readValue(json, MetadataMembers.class);
            if (members == null) {
                throw new IllegalArgumentException("it is null");
            }
            return metadata(members);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is not JSON of metadata: " + e.getOriginalMessage(), e);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("it contains a malformed time: " + e.getMessage(), e);
        }
    }

    private static SessionMetadata metadata(MetadataMembers members) {
        @Nullable List<String> tags = members.tags();
        return new SessionMetadata(
                new SessionMetadata.SessionFiles(
                        SessionId.of(required(members.sessionId(), "sessionId")),
                        required(members.sessionFile(), "sessionFile"),
                        Optional.ofNullable(members.parentSessionFile())),
                new MetadataTexts(
                        required(members.name(), "name"),
                        required(members.description(), "description"),
                        required(members.summary(), "summary"),
                        tags == null ? List.of() : tags),
                Optional.ofNullable(members.cwd()),
                Instant.parse(required(members.createdAt(), "createdAt")),
                Instant.parse(required(members.updatedAt(), "updatedAt")),
                Optional.ofNullable(members.model()),
                Optional.ofNullable(members.lastIndexedLeafId()).map(Hash::new),
                MetadataSource.of(required(members.source(), "source")),
                MetadataSource.of(required(members.nameSource(), "nameSource")));
    }

    private static String required(@Nullable String member, String name) {
        if (member == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return member;
    }
}
