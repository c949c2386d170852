package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * The JSON Schema of a view, as {@link ViewJson} writes it. It is read from the serializers themselves, so it has the
 * members of the records, with their annotations and those of other modules. Every member is always written; one that
 * is an {@code Optional} or {@code @Nullable} may be {@code null}.
 */
public final class ViewSchema {
    private static final Set<Class<?>> OPTIONALS = Set.of(Optional.class, OptionalInt.class, OptionalLong.class);

    private ViewSchema() {}

    public static ObjectNode of(Class<?> view) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        ViewJson.describe(view, new ValueVisitor(schema));
        return schema;
    }

    /** Writes the schema of one value. */
    private static final class ValueVisitor extends JsonFormatVisitorWrapper.Base {
        private final ObjectNode schema;

        ValueVisitor(ObjectNode schema) {
            this.schema = schema;
        }

        @Override
        public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            schema.put("type", "object").put("additionalProperties", false).putObject("properties");
            schema.putArray("required");
            ObjectVisitor members = new ObjectVisitor(getContext(), schema);
            nameOfType(type).ifPresent(name -> members.member(name).put("type", "string"));
            return members;
        }

        /** The member that says which record of a sealed interface it is. */
        private Optional<String> nameOfType(JavaType type) {
            SerializationContext context = getContext();
            JsonTypeInfo.@Nullable Value info = context.getAnnotationIntrospector()
                    .findPolymorphicTypeInfo(context.getConfig(), context.introspectClassAnnotations(type));
            return Optional.ofNullable(info).map(JsonTypeInfo.Value::getPropertyName);
        }

        @Override
        public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
            ObjectNode items = schema.put("type", "array").putObject("items");
            return new JsonArrayFormatVisitor.Base(getContext()) {
                @Override
                public void itemsFormat(JsonFormatVisitable visitable, JavaType itemType) {
                    visit(items, visitable, itemType, getContext());
                }

                @Override
                public void itemsFormat(JsonFormatTypes format) {
                    items.put("type", format.value());
                }
            };
        }

        @Override
        public JsonMapFormatVisitor expectMapFormat(JavaType type) {
            ObjectNode values = schema.put("type", "object").putObject("additionalProperties");
            return new JsonMapFormatVisitor.Base(getContext()) {
                @Override
                public void valueFormat(JsonFormatVisitable visitable, JavaType valueType) {
                    visit(values, visitable, valueType, getContext());
                }
            };
        }

        @Override
        public JsonStringFormatVisitor expectStringFormat(JavaType type) {
            schema.put("type", "string");
            return new JsonStringFormatVisitor.Base() {
                @Override
                public void enumTypes(Set<String> words) {
                    ArrayNode listed = schema.putArray("enum");
                    words.forEach(listed::add);
                }
            };
        }

        @Override
        public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
            schema.put("type", "number");
            return new JsonNumberFormatVisitor.Base();
        }

        @Override
        public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
            schema.put("type", "integer");
            return new JsonIntegerFormatVisitor.Base();
        }

        @Override
        public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
            schema.put("type", "boolean");
            return new JsonBooleanFormatVisitor.Base();
        }
    }

    /** Writes the members of an object. */
    private static final class ObjectVisitor extends JsonObjectFormatVisitor.Base {
        private final ObjectNode schema;

        ObjectVisitor(SerializationContext context, ObjectNode schema) {
            super(context);
            this.schema = schema;
        }

        private ObjectNode member(String name) {
            schema.withArray("required").add(name);
            return schema.withObject("properties").putObject(name);
        }

        @Override
        public void property(BeanProperty property) {
            ObjectNode value = member(property.getName());
            visit(
                    value,
                    (visitor, type) -> serializer(property, type).acceptJsonFormatVisitor(visitor, type),
                    property.getType(),
                    getContext());
            if (isNullable(property) && value.has("type")) {
                String type = value.get("type").stringValue();
                value.putArray("type").add(type).add("null");
            }
        }

        /** The serializer that an annotation names, or else that of the type. */
        private ValueSerializer<?> serializer(BeanProperty property, JavaType type) {
            @Nullable
            ValueSerializer<?> named = property instanceof BeanPropertyWriter writer ? writer.getSerializer() : null;
            return named != null ? named : getContext().findPrimaryPropertySerializer(type, property);
        }

        @Override
        public void optionalProperty(BeanProperty property) {
            property(property);
        }
    }

    private static void visit(
            ObjectNode schema, JsonFormatVisitable visitable, JavaType type, SerializationContext context) {
        ValueVisitor visitor = new ValueVisitor(schema);
        visitor.setContext(context);
        visitable.acceptJsonFormatVisitor(visitor, type);
    }

    private static boolean isNullable(BeanProperty property) {
        if (OPTIONALS.contains(property.getType().getRawClass())) {
            return true;
        }
        Member member = property.getMember().getMember();
        @Nullable
        AnnotatedType type =
                switch (member) {
                    case Field field -> field.getAnnotatedType();
                    case Method method -> method.getAnnotatedReturnType();
                    default -> null;
                };
        return type != null && type.isAnnotationPresent(Nullable.class);
    }
}
