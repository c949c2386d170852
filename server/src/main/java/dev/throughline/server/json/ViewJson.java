package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.recall.Bill;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchScope;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLine;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON of the REST interface and of {@code --json}. A view is a record: its components are the members of the
 * object, in their order. Ids and enums of the model are texts, and an empty {@code Optional} is {@code null}.
 * {@link EntryJson} and {@link MemoryViews} contain the annotations for records of other modules.
 */
public final class ViewJson {
    /** Created on first use, because many commands do not need it. */
    private static final class Mapper {
        static final JsonMapper INSTANCE = JsonFormat.mapper()
                .rebuild()
                .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.ALWAYS))
                .changeDefaultVisibility(visible -> visible.withVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE))
                .addModule(texts())
                .addMixIn(SessionRef.class, EntryJson.SessionRefMembers.class)
                .addMixIn(SessionCard.class, EntryJson.SessionMembers.class)
                .addMixIn(Entry.class, EntryJson.EntryMembers.class)
                .addMixIn(Entry.Node.class, EntryJson.NodeMembers.class)
                .addMixIn(Entry.TurnOpened.class, EntryJson.TurnOpenedMembers.class)
                .addMixIn(Entry.TurnClosed.class, EntryJson.TurnClosedMembers.class)
                .addMixIn(Entry.Sent.class, EntryJson.SentMembers.class)
                .addMixIn(Entry.Link.class, EntryJson.LinkMembers.class)
                .addMixIn(Entry.Edited.class, EntryJson.EditedMembers.class)
                .addMixIn(CompactionRequests.PlannedCompaction.class, EntryJson.PlannedCompactionMembers.class)
                .addMixIn(Bill.class, EntryJson.BillMembers.class)
                .addMixIn(Operation.class, MemoryViews.OperationMembers.class)
                .addMixIn(SearchHit.class, MemoryViews.HitMembers.class)
                .addMixIn(DecisionReason.class, EntryJson.ReasonMembers.class)
                .build();
    }

    private ViewJson() {}

    /** A view as JSON. */
    public static Bytes write(Object view) {
        return Bytes.of(Mapper.INSTANCE.writeValueAsBytes(view));
    }

    /**
     * The view that a JSON text describes; members that it does not know are ignored.
     *
     * @throws JacksonException if it does not describe one
     */
    public static <T> T read(byte[] json, Class<T> type) {
        @Nullable T view = Mapper.INSTANCE.readValue(json, type);
        if (view == null) {
            throw DatabindException.from((JsonParser) null, "expected an object, found null");
        }
        return view;
    }

    /** A view as a tree, to which members can be added. */
    public static ObjectNode tree(Object view) {
        return Mapper.INSTANCE.valueToTree(view);
    }

    /** Describes how a view is written. */
    static void describe(Class<?> view, JsonFormatVisitorWrapper visitor) {
        Mapper.INSTANCE.acceptJsonFormatVisitor(view, visitor);
    }

    /** Whether these bytes are one JSON value and nothing more. */
    public static boolean isValue(Bytes text) {
        try (JsonParser json = Mapper.INSTANCE.createParser(text.array(), text.offset(), text.length())) {
            boolean hasValue = json.nextToken() != null;
            json.skipChildren();
            return hasValue && json.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static SimpleModule texts() {
        SimpleModule texts = new SimpleModule();
        text(texts, Hash.class, Hash::text, Hash::new);
        text(texts, TurnId.class, TurnId::toString, TurnId::of);
        text(texts, SessionId.class, SessionId::toString, SessionId::of);
        text(texts, SessionKey.class, SessionKey::text, SessionKey::new);
        text(texts, Tenant.class, Tenant::name, Tenant::new);
        text(texts, Path.class, Path::toString, Path::of);
        text(texts, ItemKind.class, ItemKind::word, ItemKind::of);
        text(texts, Purpose.class, Purpose::word, Purpose::of);
        text(texts, Dialect.class, Dialect::name, Dialect::new);
        text(texts, Reply.Ending.class, Reply.Ending::word, Reply.Ending::of);
        text(texts, DecisionReason.Trigger.class, DecisionReason.Trigger::word, DecisionReason.Trigger::of);
        text(texts, Edit.class, EditLine::write, EditLine::read);
        text(texts, MemoryPath.class, MemoryPath::text, MemoryPath::new);
        word(texts, Entry.Link.Reason.class);
        word(texts, Operation.OperationKind.class);
        word(texts, SearchScope.class);
        add(
                texts,
                ChatOrigin.class,
                JsonFormatVisitorWrapper::expectMapFormat,
                (origin, json) -> json.writeTree(members(origin)),
                json -> origin((ObjectNode) json.readValueAsTree()));
        add(
                texts,
                ArchivedEntry.class,
                JsonFormatVisitorWrapper::expectMapFormat,
                (archived, json) -> json.writeTree(withSequence(archived)),
                json -> archived((ObjectNode) json.readValueAsTree()));
        return texts;
    }

    /** {@code {"type":"dm","agent":"main","peer":"ada"}}. */
    private static ObjectNode members(ChatOrigin origin) {
        ObjectNode tree =
                JsonNodeFactory.instance.objectNode().put("type", origin.type().word());
        origin.fields().forEach((field, value) -> tree.put(field.word(), value));
        return tree;
    }

    private static ChatOrigin origin(ObjectNode tree) {
        EnumMap<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            if (tree.has(field.word())) {
                fields.put(field, tree.get(field.word()).stringValue());
            }
        }
        return new ChatOrigin(ChatType.find(tree.path("type").asString("")).orElseThrow(), fields);
    }

    /** An entry with its sequence as the first member. */
    private static ObjectNode withSequence(ArchivedEntry archived) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("sequence", archived.sequence());
        return tree.setAll(tree(archived.entry()));
    }

    private static ArchivedEntry archived(ObjectNode tree) {
        return new ArchivedEntry(tree.get("sequence").longValue(), Mapper.INSTANCE.treeToValue(tree, Entry.class));
    }

    private static <T> void text(
            SimpleModule module, Class<T> type, Function<T, String> writer, Function<String, T> reader) {
        add(
                module,
                type,
                JsonFormatVisitorWrapper::expectStringFormat,
                (value, json) -> json.writeString(writer.apply(value)),
                json -> reader.apply(json.getString()));
    }

    /** An enum, whose values are written in lower case. */
    private static <E extends Enum<E>> void word(SimpleModule module, Class<E> type) {
        text(
                module,
                type,
                value -> value.name().toLowerCase(Locale.ROOT),
                word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)));
    }

    private interface Writer<T> {
        void write(T value, JsonGenerator json);
    }

    /** @param schema says which kind of JSON value the writer writes */
    private static <T> void add(
            SimpleModule module,
            Class<T> type,
            BiConsumer<JsonFormatVisitorWrapper, JavaType> schema,
            Writer<T> writer,
            Function<JsonParser, T> reader) {
        module.addSerializer(type, new ValueSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator json, SerializationContext context) {
                writer.write(value, json);
            }

            @Override
            public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType hint) {
                schema.accept(visitor, hint);
            }
        });
        module.addDeserializer(type, new ValueDeserializer<T>() {
            @Override
            public T deserialize(JsonParser json, DeserializationContext context) {
                return reader.apply(json);
            }
        });
    }
}
