import { JAVA_TELLING } from './java-telling.ts'

/*
 * A Java program that writes random object graphs by ObjectOutputStream, and tells by itself what a reader of the stream
 * has to find: fields in their order, what classes write by themselves as bytes and objects, and the handle of what was
 * written before. A line of JSON for each: [hex, [values]]; values are `null` or one of
 * {z: truth} {i: "digits"} {f: "bits of the double"} {s: "text"} {b: "hex"} {m: mark, v: value} {o: class, p: [[name, value]]} [].
 */
const VALUES = String.raw`
import java.io.*;
import java.lang.reflect.*;
import java.math.*;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

public class Main {
  enum Rank { BRONZE, SILVER { @Override public String toString() { return "silver"; } }, GOLD }
  static class Hero implements Serializable {
    private static final long serialVersionUID = 7;
    static String shared = "not written";
    byte b; char c; double d; float f; int i; long j; short s; boolean z;
    String name; Object any; Rank rank; int[][] grid; Object[] bag; transient Object gone = "not written";
  }
  static class Bare { int lost = 5; }
  static class Mid extends Bare implements Serializable { int level; Object inMid; }
  static class Leaf extends Mid { int level; Object inLeaf; List<Object> list = new ArrayList<>(); }
  static class Odd implements Serializable {
    int before; transient Object[] more = {}; transient int blocks;
    private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); writeMore(out, more, blocks); }
  }
  static class OddLeaf extends Odd { Object tail; }
  static class NoDefault implements Serializable {
    transient Object only;
    private void writeObject(ObjectOutputStream out) throws IOException { out.writeObject(only); out.writeUTF("岚"); }
  }
  static class Put implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("made", Object.class), new ObjectStreamField("count", int.class) };
    Object held;
    private void writeObject(ObjectOutputStream out) throws IOException {
      ObjectOutputStream.PutField fields = out.putFields();
      fields.put("count", 3); fields.put("made", held); out.writeFields();
    }
  }
  public static class External implements Externalizable {
    Object[] more = {}; int blocks;
    public External() {}
    public void writeExternal(ObjectOutput out) throws IOException { writeMore(out, more, blocks); }
    public void readExternal(ObjectInput in) {}
  }
  static class Replaced implements Serializable {
    transient Object by;
    private Object writeReplace() { return by; }
  }
  record Point(int x, String label, Object more) implements Serializable {}
  static class Outer implements Serializable {
    int size = 4;
    class Inner implements Serializable { int depth = 2; }
  }
  interface Greets { String greet(); }
  static class Handler implements InvocationHandler, Serializable {
    Object held;
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      return method.getName().equals("hashCode") ? (Object) 1 : method.getName().equals("equals") ? (Object) (proxy == arguments[0]) : null;
    }
  }
  static class Node implements Serializable { Node next; Object value; }
  static class Fails implements Serializable {
    int before = 1;
    private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); throw new NotSerializableException("on purpose"); }
  }

  /** Bytes before each object, and many behind the last. */
  static void writeMore(ObjectOutput out, Object[] more, int blocks) throws IOException {
    for (Object each : more) { out.writeInt(77); out.writeObject(each); }
    out.write(new byte[blocks]);
  }

  final Random random;
  Main(long seed) { random = new Random(seed); }
  final List<Object> made = new ArrayList<>();
  int left = 60;
  int any(int limit) { return random.nextInt(limit); }
  @SafeVarargs static <T> T pick(Random random, T... items) { return items[random.nextInt(items.length)]; }

  String text() {
    StringBuilder text = new StringBuilder();
    for (int n = any(9); n > 0; n--) text.append(pick(random, "a", "é", "岚", "\0", "😀", "\ud83d", "\udc00", "\"", "\\", "\n", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff"));
    return text.toString();
  }
  int i() { return pick(random, 0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt()); }
  long j() { return pick(random, 0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, random.nextLong()); }
  double d() { return pick(random, 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, Double.MIN_VALUE, 0.1, random.nextGaussian()); }
  float f() { return pick(random, 0f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, Float.MIN_VALUE, 0.1f, random.nextFloat()); }
  char c() { return pick(random, 'a', '\0', '\ud800', '\uffff', '岚'); }
  BigInteger big() { return pick(random, BigInteger.ZERO, BigInteger.TEN, BigInteger.ONE.negate(), new BigInteger(200, random).negate(), BigInteger.ONE.shiftLeft(64), new BigInteger("-128")); }

  Object[] objects(int depth) {
    Object[] all = new Object[any(4)];
    for (int at = 0; at < all.length; at++) all[at] = value(depth + 1);
    return all;
  }
  Object array(int depth) {
    int n = any(5);
    switch (any(12)) {
      case 0: { byte[] all = new byte[n * 60]; random.nextBytes(all); return all; }
      case 1: { char[] all = new char[n]; for (int at = 0; at < n; at++) all[at] = c(); return all; }
      case 2: { double[] all = new double[n]; for (int at = 0; at < n; at++) all[at] = d(); return all; }
      case 3: { float[] all = new float[n]; for (int at = 0; at < n; at++) all[at] = f(); return all; }
      case 4: { int[] all = new int[n]; for (int at = 0; at < n; at++) all[at] = i(); return all; }
      case 5: { long[] all = new long[n]; for (int at = 0; at < n; at++) all[at] = j(); return all; }
      case 6: { short[] all = new short[n]; for (int at = 0; at < n; at++) all[at] = (short) i(); return all; }
      case 7: { boolean[] all = new boolean[n]; for (int at = 0; at < n; at++) all[at] = random.nextBoolean(); return all; }
      case 8: { String[] all = new String[n]; for (int at = 0; at < n; at++) all[at] = any(3) == 0 ? null : text(); return all; }
      case 9: return new long[][][] { { { j() }, {} }, {}, null };
      case 10: return new Rank[] { Rank.GOLD, null, Rank.SILVER, Rank.GOLD };
      default: { Object[] all = objects(depth); if (all.length > 0 && any(4) == 0) all[0] = all; return all; }
    }
  }
  Object time() {
    LocalDate date = LocalDate.of(pick(random, 1, -999999999, 999999999, 2024), 1 + any(12), 1 + any(28));
    LocalTime time = pick(random, LocalTime.MIDNIGHT, LocalTime.of(7, 5), LocalTime.of(7, 0, 9), LocalTime.of(1, 2, 3, 4), LocalTime.MAX);
    ZoneOffset offset = pick(random, ZoneOffset.UTC, ZoneOffset.ofHours(-18), ZoneOffset.ofHoursMinutes(5, 45), ZoneOffset.ofTotalSeconds(1));
    return pick(random, Instant.ofEpochSecond(random.nextInt(), any(1_000_000_000)), Instant.MIN, Duration.ofSeconds(i(), any(1_000_000_000)),
      date, time, LocalDateTime.of(date, time), offset, OffsetDateTime.of(LocalDateTime.of(2024, 2, 29, 1, 2), offset),
      ZonedDateTime.of(2024, 5, 6, 7, 8, 9, 10, ZoneId.of("Asia/Shanghai")), ZoneId.of("Europe/Berlin"), Period.of(i(), i(), i()), Year.of(date.getYear()),
      YearMonth.of(date.getYear(), date.getMonth()), MonthDay.of(2, 29), DayOfWeek.FRIDAY);
  }
  <T extends Collection<Object>> T fill(T all, int depth) { for (Object each : objects(depth)) all.add(each); return all; }
  <T extends Map<Object, Object>> T fillMap(T all, int depth) { for (int n = any(5); n > 0; n--) all.put(text(), value(depth + 1)); return all; }

  Object collection(int depth) {
    switch (any(22)) {
      case 0: return fill(new ArrayList<>(), depth);
      case 1: return fill(new LinkedList<>(), depth);
      case 2: { ArrayDeque<Object> all = new ArrayDeque<>(); for (int n = any(4); n > 0; n--) all.add(text()); return all; }
      case 3: { HashSet<Object> all = new HashSet<>(); for (int n = any(30); n > 0; n--) all.add(text()); return all; }
      case 4: { LinkedHashSet<Object> all = new LinkedHashSet<>(); for (int n = any(5); n > 0; n--) all.add(i()); return all; }
      case 5: { TreeSet<Object> all = new TreeSet<>(); for (int n = any(5); n > 0; n--) all.add(text()); return all; }
      case 6: return fillMap(new HashMap<>(), depth);
      case 7: return fillMap(new LinkedHashMap<>(), depth);
      case 8: return fillMap(new TreeMap<>(), depth);
      case 9: return fillMap(new TreeMap<>(Collections.reverseOrder()), depth);
      case 10: { EnumMap<Rank, Object> all = new EnumMap<>(Rank.class); all.put(Rank.SILVER, value(depth + 1)); all.put(Rank.GOLD, text()); return all; }
      case 11: return EnumSet.of(Rank.BRONZE, Rank.SILVER);
      case 12: { PriorityQueue<Object> all = new PriorityQueue<>(); for (int n = any(6); n > 0; n--) all.add(text()); return all; }
      case 13: return Arrays.asList(objects(depth));
      case 14: return List.of(text(), text(), i());
      case 15: return Collections.unmodifiableList(fill(new ArrayList<>(), depth));
      case 16: return Collections.singletonList(value(depth + 1));
      case 17: return Collections.emptyList();
      case 18: return fill(new CopyOnWriteArrayList<>(), depth);
      case 19: { BitSet all = new BitSet(); all.set(any(300)); return all; }
      case 20: return Map.of("only", text());
      default: return fill(new Vector<>(), depth);
    }
  }
  Object small() {
    switch (any(18)) {
      case 0: return null;
      case 1: return (byte) i();
      case 2: return c();
      case 3: return d();
      case 4: return f();
      case 5: return i();
      case 6: return j();
      case 7: return (short) i();
      case 8: return random.nextBoolean();
      case 9: return pick(random, Rank.values());
      case 10: return big();
      case 11: return new BigDecimal(big(), pick(random, 0, 3, -2));
      case 12: return pick(random, String.class, int.class, Hero.class, int[].class, Runnable.class, Rank.class);
      case 13: return pick(random, new UUID(j(), j()), new Date(j()), new AtomicLong(j()), new AtomicInteger(i()), URI.create("https://x.example/a?b#c"));
      case 14: return new StringBuilder(text());
      case 15: return time();
      default: return text();
    }
  }
  Object object(int depth) {
    switch (any(13)) {
      case 0: case 1: {
        Hero hero = new Hero(); made.add(hero);
        hero.b = (byte) i(); hero.c = c(); hero.d = d(); hero.f = f(); hero.i = i(); hero.j = j(); hero.s = (short) i(); hero.z = random.nextBoolean();
        hero.name = text(); hero.any = value(depth + 1); hero.rank = pick(random, Rank.values()); hero.grid = new int[][] { { 1, i() }, null, {} }; hero.bag = objects(depth);
        return hero;
      }
      case 2: case 3: {
        Leaf leaf = new Leaf(); made.add(leaf); ((Mid) leaf).level = 8; leaf.level = i(); leaf.inMid = value(depth + 1); leaf.inLeaf = value(depth + 1);
        fill(leaf.list, depth); return leaf;
      }
      case 4: { OddLeaf odd = new OddLeaf(); made.add(odd); odd.before = i(); odd.more = objects(depth); odd.blocks = pick(random, 0, 1, 255, 256, 1023, 1024, 3000); odd.tail = value(depth + 1); return odd; }
      case 5: { NoDefault none = new NoDefault(); none.only = value(depth + 1); return none; }
      case 6: { Put put = new Put(); made.add(put); put.held = value(depth + 1); return put; }
      case 7: { External out = new External(); made.add(out); out.more = objects(depth); out.blocks = pick(random, 0, 5, 300, 2048); return out; }
      case 8: { Replaced other = new Replaced(); other.by = pick(random, text(), new Point(i(), "by", null)); made.add(other); return other; }
      case 9: return new Point(i(), text(), value(depth + 1));
      case 10: return new Outer().new Inner();
      case 11: { Handler handler = new Handler(); Object proxy = Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] { Greets.class, Comparable.class }, handler); handler.held = any(2) == 0 ? proxy : text(); return proxy; }
      default: { Node node = new Node(), next = new Node(); node.next = next; next.next = node; node.value = value(depth + 1); next.value = text(); made.add(next); return node; }
    }
  }
  Object value(int depth) {
    left--;
    int kind = any(10);
    if (depth > 5 || left < 0 || kind < 3) return small();
    if (kind == 3 && !made.isEmpty()) return made.get(any(made.size()));
    if (kind < 5) { Object array = array(depth); made.add(array); return array; }
    if (kind < 7) { Object all = collection(depth); made.add(all); return all; }
    return object(depth);
  }
`

const RUN = String.raw`
  boolean isFirstItem = true;
  void tellPending() {
    for (Object each : pending) {
      if (!isFirstItem) json.append(',');
      isFirstItem = false;
      tell(each);
    }
    pending.clear();
  }

  void write(Object value) throws IOException { out.writeObject(value); pending.add(value); }
  void graph(int n) throws IOException {
    out = new ObjectOutputStream(bytes);
    if (n == 0) { write("x".repeat(65_535)); write("x".repeat(65_536)); write("岚\0😀".repeat(9_000)); }
    if (n == 1) { write((Object) new byte[0]); write(new Object[][] { {}, null }); }
    if (n == 2) { Object[] ring = new Object[2]; ring[0] = ring; ring[1] = new Object[] { ring, "end" }; write(ring); write(ring); }
    if (n == 3) { write((Function<Object, Object> & Serializable) null); write(Rank.SILVER); write(Rank.SILVER); write(Rank.class); write(Rank.class); }
    write(n % 3 == 0 ? value(0) : object(0));
    if (n % 4 == 1) { Blocks head = block(n, 3L, (byte) 1); out.writeInt(n); out.writeLong(3); out.writeByte(1); pending.add(head); write(value(1)); }
    if (n % 5 == 2) { out.flush(); tellPending(); out.reset(); told.clear(); write(value(1)); if (!made.isEmpty()) write(made.get(0)); }
    if (n % 7 == 3 && !made.isEmpty()) write(made.get(any(made.size())));
    out.flush(); tellPending();
    System.out.println("[\"" + hex(bytes.toByteArray()) + "\"," + json + "]]");
  }
  /** Streams that are refused, by the limits. */
  static void limits() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    Node first = new Node(), last = first;
    for (int n = 0; n < 300; n++) { last.next = new Node(); last = last.next; }
    out.writeObject(first); out.flush(); System.out.println("deep " + hex(bytes.toByteArray()));
    bytes.reset(); out = new ObjectOutputStream(bytes); out.useProtocolVersion(ObjectStreamConstants.PROTOCOL_VERSION_1);
    External old = new External(); old.blocks = 3; out.writeObject(old); out.flush(); System.out.println("protocol1 " + hex(bytes.toByteArray()));
    bytes.reset(); out = new ObjectOutputStream(bytes);
    try { out.writeObject(new Fails()); } catch (IOException expected) { out.flush(); }
    System.out.println("exception " + hex(bytes.toByteArray()));
    bytes.reset(); out = new ObjectOutputStream(bytes);
    Node held = new Node();
    Supplier<String> lambda = (Supplier<String> & Serializable) () -> "x" + held;
    out.writeObject(lambda); out.flush(); System.out.println("lambda " + hex(bytes.toByteArray()));
  }
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) { limits(); return; }
    for (int n = 0; n < Integer.parseInt(arguments[0]); n++) new Main(n).graph(n);
  }
}
`

/** One source file, for `java Main.java COUNT`; without a count it writes what the limits are about. */
export const JAVA_GRAPHS = VALUES + JAVA_TELLING + RUN
