package io.sluice.jdbc;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The heap of this JVM as HotSpot writes it, and which fields in it lead to a text. Objects of the
 * class library are looked through: a text in a map belongs to the field that has the map.
 */
final class HeapDump {

    private static final int HEADER = "JAVA PROFILE 1.0.2".length() + 1 + 4 + 8;

    /** Everything of the process is behind these. */
    private static final Set<String> NOT_FOLLOWED =
            Set.of("java.lang.Thread", "java.lang.ClassLoader", "java.lang.Module");

    private static final List<Charset> CHARSETS =
            List.of(
                    StandardCharsets.ISO_8859_1,
                    StandardCharsets.UTF_16LE,
                    StandardCharsets.UTF_16BE,
                    StandardCharsets.UTF_8);

    private record Field(long name, byte type) {}

    private record ClassInfo(long parent, List<Field> fields, Map<Long, Long> statics) {}

    /** A field, or an element, and the object in it. */
    private record Edge(String field, long target) {}

    private final ByteBuffer dump;
    private final Map<Long, String> texts = new HashMap<>();
    private final Map<Long, String> classNames = new HashMap<>();
    private final Map<Long, ClassInfo> classes = new HashMap<>();

    /** Where the record of each object begins. */
    private final Map<Long, Integer> places = new HashMap<>();

    private HeapDump(ByteBuffer dump) {
        this.dump = dump;
        dump.position(HEADER);
        while (dump.hasRemaining()) {
            readRecord();
        }
    }

    /** Writes the live objects of this JVM to a new file and reads them. */
    static HeapDump take(Path file) throws IOException {
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpHeap(file.toString(), /* live= */ true);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new HeapDump(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    /**
     * Returns the fields that lead to a text, of all objects that can be reached from a static
     * field. The classes of the library have none; an element of the static field counts by its
     * class.
     */
    Set<String> fieldsWith(Class<?> owner, String staticField, Predicate<String> isSought) {
        long start = staticValue(owner.getName(), staticField);
        Set<Long> reached = reached(start);
        Set<Long> tainted = new HashSet<>();
        reached.stream().filter(id -> isText(id, isSought)).forEach(tainted::add);
        Set<String> fields = new TreeSet<>();
        boolean isNew = !tainted.isEmpty();
        while (isNew) {
            isNew = false;
            for (long id : reached) {
                if (id == start || tainted.contains(id)) {
                    continue;
                }
                for (Edge edge : edges(id)) {
                    if (tainted.contains(edge.target)) {
                        if (isOfLibrary(id)) {
                            isNew |= tainted.add(id);
                        } else {
                            fields.add(edge.field);
                        }
                    }
                }
            }
        }
        Set<Long> direct = new HashSet<>();
        edges(start).forEach(edge -> direct.add(edge.target));
        direct.stream()
                .filter(tainted::contains)
                .forEach(id -> fields.add("an object of " + className(id)));
        return fields;
    }

    private Set<Long> reached(long start) {
        Set<Long> reached = new HashSet<>(Set.of(start));
        Deque<Long> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            for (Edge edge : edges(next.remove())) {
                if (places.containsKey(edge.target)
                        && isFollowed(edge.target)
                        && reached.add(edge.target)) {
                    next.add(edge.target);
                }
            }
        }
        return reached;
    }

    private boolean isFollowed(long id) {
        for (long type = classOf(id); type != 0; type = info(type).parent) {
            if (NOT_FOLLOWED.contains(classNames.get(type))) {
                return false;
            }
        }
        return true;
    }

    private boolean isOfLibrary(long id) {
        String name = className(id);
        return !name.startsWith("io.sluice.");
    }

    private String className(long id) {
        return Objects.requireNonNullElse(classNames.get(classOf(id)), "a primitive array");
    }

    private ClassInfo info(long type) {
        return Objects.requireNonNull(classes.get(type), "no class of that id");
    }

    private long staticValue(String type, String field) {
        for (Map.Entry<Long, String> each : classNames.entrySet()) {
            if (each.getValue().equals(type) && classes.containsKey(each.getKey())) {
                for (Map.Entry<Long, Long> one : info(each.getKey()).statics.entrySet()) {
                    if (field.equals(texts.get(one.getKey()))) {
                        return one.getValue();
                    }
                }
            }
        }
        throw new NoSuchElementException(type + "." + field);
    }

    // objects

    private static final byte INSTANCE = 0x21;
    private static final byte OBJECTS = 0x22;
    private static final byte PRIMITIVES = 0x23;
    private static final byte OBJECT_TYPE = 2;
    private static final byte CHAR_TYPE = 5;
    private static final byte BYTE_TYPE = 8;

    private int place(long id) {
        return Objects.requireNonNull(places.get(id), "no object of that id");
    }

    /** Returns the class of an object; 0 of a primitive array. */
    private long classOf(long id) {
        int at = place(id);
        return switch (dump.get(at)) {
            case INSTANCE -> dump.getLong(at + 13);
            case OBJECTS -> dump.getLong(at + 17);
            default -> 0;
        };
    }

    private List<Edge> edges(long id) {
        int at = place(id);
        List<Edge> edges = new ArrayList<>();
        if (dump.get(at) == OBJECTS) {
            int count = dump.getInt(at + 13);
            for (int i = 0; i < count; i++) {
                add(edges, "[]", dump.getLong(at + 25 + 8 * i));
            }
        } else if (dump.get(at) == INSTANCE) {
            int field = at + 25;
            for (long type = dump.getLong(at + 13); type != 0; type = info(type).parent) {
                for (Field each : info(type).fields) {
                    if (each.type == OBJECT_TYPE) {
                        add(edges, fieldName(type, each), dump.getLong(field));
                    }
                    field += size(each.type);
                }
            }
        }
        return edges;
    }

    private String fieldName(long type, Field field) {
        // The rest of the name of a lambda is another one in each JVM.
        String owner =
                String.valueOf(classNames.get(type)).replaceFirst("\\$\\$Lambda.*", "'s lambda");
        return owner + "." + texts.get(field.name);
    }

    private static void add(List<Edge> edges, String field, long target) {
        if (target != 0) {
            edges.add(new Edge(field, target));
        }
    }

    private boolean isText(long id, Predicate<String> isSought) {
        int at = place(id);
        if (dump.get(at) != PRIMITIVES) {
            return false;
        }
        byte type = dump.get(at + 17);
        if (type != CHAR_TYPE && type != BYTE_TYPE) {
            return false;
        }
        byte[] bytes = new byte[dump.getInt(at + 13) * size(type)];
        dump.get(at + 18, bytes);
        return CHARSETS.stream().anyMatch(charset -> isSought.test(new String(bytes, charset)));
    }

    // the file

    private static int size(byte type) {
        return switch (type) {
            case OBJECT_TYPE, 7, 11 -> 8;
            case 6, 10 -> 4;
            case CHAR_TYPE, 9 -> 2;
            default -> 1;
        };
    }

    private void readRecord() {
        byte tag = dump.get();
        dump.getInt();
        int length = dump.getInt();
        int end = dump.position() + length;
        switch (tag) {
            case 0x01 -> {
                long id = dump.getLong();
                byte[] bytes = new byte[length - 8];
                dump.get(bytes);
                texts.put(id, new String(bytes, StandardCharsets.UTF_8));
            }
            case 0x02 -> {
                dump.getInt();
                long id = dump.getLong();
                dump.getInt();
                String name = String.valueOf(texts.get(dump.getLong()));
                classNames.put(id, name.replace('/', '.'));
            }
            case 0x0C, 0x1C -> {
                while (dump.position() < end) {
                    readObject();
                }
            }
            default -> {}
        }
        dump.position(end);
    }

    private void readObject() {
        int at = dump.position();
        byte tag = dump.get();
        long id = dump.getLong();
        switch (tag) {
            case 0x02, 0x03, 0x08 -> skip(8);
            case 0x01 -> skip(8);
            case 0x04, 0x06 -> skip(4);
            case 0x20 -> readClass(id);
            case INSTANCE -> {
                skip(12);
                skip(dump.getInt());
                places.put(id, at);
            }
            case OBJECTS -> {
                skip(4);
                skip(8 + 8 * dump.getInt());
                places.put(id, at);
            }
            case PRIMITIVES -> {
                skip(4);
                int count = dump.getInt();
                skip(count * size(dump.get()));
                places.put(id, at);
            }
            default -> {} // a root that is no more than its object
        }
    }

    private void skip(int bytes) {
        dump.position(dump.position() + bytes);
    }

    private void readClass(long id) {
        skip(4);
        long parent = dump.getLong();
        skip(5 * 8 + 4);
        for (int constants = dump.getShort(); constants > 0; constants--) {
            skip(2);
            readValue(dump.get());
        }
        Map<Long, Long> statics = new HashMap<>();
        for (int count = dump.getShort(); count > 0; count--) {
            statics.put(dump.getLong(), readValue(dump.get()));
        }
        List<Field> fields = new ArrayList<>();
        for (int count = dump.getShort(); count > 0; count--) {
            fields.add(new Field(dump.getLong(), dump.get()));
        }
        classes.put(id, new ClassInfo(parent, fields, statics));
    }

    /** Returns the id of an object; 0 for other values. */
    private long readValue(byte type) {
        if (type == OBJECT_TYPE) {
            return dump.getLong();
        }
        skip(size(type));
        return 0L;
    }
}
