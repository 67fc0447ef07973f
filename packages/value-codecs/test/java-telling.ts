/** Members of the program of `java-graphs.ts`: what a reader of the stream has to find. */
export const JAVA_TELLING = String.raw`
  final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  ObjectOutputStream out;
  final StringBuilder json = new StringBuilder("[");
  /** Of the values that stand in the stream since the last reset. */
  final Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());
  final List<Object> pending = new ArrayList<>();
  static final class Blocks { final ByteArrayOutputStream bytes = new ByteArrayOutputStream(); final DataOutputStream data = new DataOutputStream(bytes); }
  static final class Parts { final String name; final List<Object[]> pairs = new ArrayList<>(); Parts(String name) { this.name = name; } }
  static final class Bits { final double value; Bits(double value) { this.value = value; } }

  static String quoted(String text) {
    StringBuilder all = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c > 31 && c < 127 && c != '"' && c != '\\') all.append(c); else all.append(String.format("\\u%04x", (int) c));
    }
    return all.append('"').toString();
  }
  static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }
  static Object hidden(Class<?> of, String name, Object from) {
    try { Field field = of.getDeclaredField(name); field.setAccessible(true); return field.get(from); } catch (ReflectiveOperationException e) { throw new RuntimeException(e); }
  }
  static Object call(Class<?> of, String name, Object on, Class<?>[] types, Object... arguments) {
    try { Method method = of.getDeclaredMethod(name, types); method.setAccessible(true); return method.invoke(on, arguments); } catch (ReflectiveOperationException e) { throw new RuntimeException(e); }
  }
  int handleOf(Object value) {
    Object handles = hidden(ObjectOutputStream.class, "handles", out), replaced = hidden(ObjectOutputStream.class, "subs", out);
    Class<?>[] types = { Object.class };
    return (int) call(handles.getClass(), "lookup", handles, types, call(replaced.getClass(), "lookup", replaced, types, value));
  }

  static Blocks block(Object... values) {
    Blocks blocks = new Blocks();
    try {
      for (Object each : values) {
        if (each instanceof Integer) blocks.data.writeInt((int) each);
        else if (each instanceof Long) blocks.data.writeLong((long) each);
        else if (each instanceof Float) blocks.data.writeFloat((float) each);
        else if (each instanceof Byte) blocks.data.writeByte((byte) each);
        else if (each instanceof String) blocks.data.writeUTF((String) each);
        else blocks.data.write((byte[]) each);
      }
    } catch (IOException e) { throw new UncheckedIOException(e); }
    return blocks;
  }
  static List<Object> more(Object[] more, int blocks) {
    List<Object> all = new ArrayList<>();
    for (Object each : more) { all.add(block(77)); all.add(each); }
    if (blocks > 0) all.add(block((Object) new byte[blocks]));
    return all;
  }
  static List<Object> sized(Blocks head, Iterable<?> items) { List<Object> all = new ArrayList<>(); all.add(head); for (Object each : items) all.add(each); return all; }
  static List<Object> sizedMap(Blocks head, Map<?, ?> map) {
    List<Object> all = new ArrayList<>(); all.add(head);
    for (Map.Entry<?, ?> each : map.entrySet()) { all.add(each.getKey()); all.add(each.getValue()); }
    return all;
  }
  static byte[] ofTime(Object time) {
    Blocks all = new Blocks();
    if (time instanceof Instant) return block((byte) 2, ((Instant) time).getEpochSecond(), ((Instant) time).getNano()).bytes.toByteArray();
    if (time instanceof Duration) return block((byte) 1, ((Duration) time).getSeconds(), ((Duration) time).getNano()).bytes.toByteArray();
    if (time instanceof LocalDate) return block((byte) 3, plainTime(time)).bytes.toByteArray();
    if (time instanceof LocalTime) return block((byte) 4, plainTime(time)).bytes.toByteArray();
    if (time instanceof LocalDateTime) return block((byte) 5, plainTime(time)).bytes.toByteArray();
    if (time instanceof ZonedDateTime) return block((byte) 6, plainTime(((ZonedDateTime) time).toLocalDateTime()), plainTime(((ZonedDateTime) time).getOffset()), (byte) 7, ((ZonedDateTime) time).getZone().getId()).bytes.toByteArray();
    if (time instanceof ZoneOffset) return block((byte) 8, plainTime(time)).bytes.toByteArray();
    if (time instanceof ZoneId) return block((byte) 7, ((ZoneId) time).getId()).bytes.toByteArray();
    if (time instanceof OffsetDateTime) return block((byte) 10, plainTime(((OffsetDateTime) time).toLocalDateTime()), plainTime(((OffsetDateTime) time).getOffset())).bytes.toByteArray();
    if (time instanceof Year) return block((byte) 11, ((Year) time).getValue()).bytes.toByteArray();
    if (time instanceof YearMonth) return block((byte) 12, ((YearMonth) time).getYear(), (byte) ((YearMonth) time).getMonthValue()).bytes.toByteArray();
    if (time instanceof MonthDay) return block((byte) 13, (byte) ((MonthDay) time).getMonthValue(), (byte) ((MonthDay) time).getDayOfMonth()).bytes.toByteArray();
    Period period = (Period) time;
    return block((byte) 14, period.getYears(), period.getMonths(), period.getDays()).bytes.toByteArray();
  }
  static byte[] plainTime(Object time) {
    if (time instanceof LocalDate) { LocalDate date = (LocalDate) time; return block(date.getYear(), (byte) date.getMonthValue(), (byte) date.getDayOfMonth()).bytes.toByteArray(); }
    if (time instanceof LocalDateTime) return block(plainTime(((LocalDateTime) time).toLocalDate()), plainTime(((LocalDateTime) time).toLocalTime())).bytes.toByteArray();
    if (time instanceof ZoneOffset) { int seconds = ((ZoneOffset) time).getTotalSeconds(); return (seconds % 900 == 0 ? block((byte) (seconds / 900)) : block((byte) 127, seconds)).bytes.toByteArray(); }
    LocalTime t = (LocalTime) time;
    byte h = (byte) t.getHour(), m = (byte) t.getMinute(), s = (byte) t.getSecond();
    if (t.getNano() != 0) return block(h, m, s, t.getNano()).bytes.toByteArray();
    if (s != 0) return block(h, m, (byte) ~s).bytes.toByteArray();
    return (m != 0 ? block(h, (byte) ~m) : block((byte) ~h)).bytes.toByteArray();
  }

  /** What stands in the stream in place of a value. */
  static Object replacement(Object value) {
    if (value instanceof Replaced) return replacement(((Replaced) value).by);
    if (value.getClass().getName().startsWith("java.time.") && !(value instanceof Enum)) {
      Parts parts = new Parts("java.time.Ser"); parts.pairs.add(new Object[] { "(data)", List.of(block((Object) ofTime(value))) }); return parts;
    }
    if (value instanceof EnumSet) {
      Parts parts = new Parts("java.util.EnumSet$SerializationProxy");
      parts.pairs.add(new Object[] { "elementType", Rank.class }); parts.pairs.add(new Object[] { "elements", ((EnumSet<?>) value).toArray(new Rank[0]) }); return parts;
    }
    String name = value.getClass().getName();
    if (name.startsWith("java.util.ImmutableCollections$")) {
      boolean isMap = value instanceof Map;
      Parts parts = new Parts("java.util.CollSer"); parts.pairs.add(new Object[] { "tag", isMap ? 3 : 1, 'I' });
      parts.pairs.add(new Object[] { "(data)", isMap ? sizedMap(block(2), (Map<?, ?>) value) : sized(block(((List<?>) value).size()), (List<?>) value) }); return parts;
    }
    if (name.equals("java.util.Collections$UnmodifiableRandomAccessList")) {
      Object list = hidden(value.getClass().getSuperclass(), "list", value);
      Parts parts = new Parts("java.util.Collections$UnmodifiableList"); parts.pairs.add(new Object[] { "c", list }); parts.pairs.add(new Object[] { "list", list }); return parts;
    }
    return value;
  }
  /** What classes write behind, or instead of, the fields they declare; null: as the class declares it. */
  Object[][] special(Object value, Class<?> of) {
    if (of == ArrayList.class || of == CopyOnWriteArrayList.class || of == LinkedList.class || of == ArrayDeque.class) {
      Collection<?> all = (Collection<?>) value; Object[] data = { "(data)", sized(block(all.size()), all) };
      return of == ArrayList.class ? new Object[][] { { "size", all.size(), 'I' }, data } : new Object[][] { data };
    }
    if (of == PriorityQueue.class) { PriorityQueue<?> all = (PriorityQueue<?>) value; return new Object[][] { { "size", all.size(), 'I' }, { "comparator", null }, { "(data)", sized(block(Math.max(2, all.size() + 1)), all) } }; }
    if (of == HashSet.class) {
      Object map = hidden(HashSet.class, "map", value); int capacity = (int) call(HashMap.class, "capacity", map, new Class<?>[0]);
      return new Object[][] { { "(data)", sized(block(capacity, 0.75f, ((Set<?>) value).size()), (Set<?>) value) } };
    }
    if (of == TreeSet.class) { TreeSet<?> all = (TreeSet<?>) value; List<Object> data = new ArrayList<>(); data.add(null); data.add(block(all.size())); data.addAll(all); return new Object[][] { { "(data)", data } }; }
    if (of == HashMap.class) {
      int capacity = (int) call(HashMap.class, "capacity", value, new Class<?>[0]);
      return new Object[][] { { "loadFactor", 0.75f, 'F' }, { "threshold", hidden(HashMap.class, "threshold", value), 'I' }, { "(data)", sizedMap(block(capacity, ((Map<?, ?>) value).size()), (Map<?, ?>) value) } };
    }
    if (of == TreeMap.class) { TreeMap<?, ?> all = (TreeMap<?, ?>) value; return new Object[][] { { "comparator", all.comparator() }, { "(data)", sizedMap(block(all.size()), all) } }; }
    if (of == EnumMap.class) return new Object[][] { { "keyType", Rank.class }, { "(data)", sizedMap(block(((Map<?, ?>) value).size()), (Map<?, ?>) value) } };
    if (of == Vector.class) return new Object[][] { { "capacityIncrement", 0, 'I' }, { "elementCount", ((Vector<?>) value).size(), 'I' }, { "elementData", Arrays.copyOf(((Vector<?>) value).toArray(), ((Vector<?>) value).capacity()) } };
    if (of == BitSet.class) return new Object[][] { { "bits", ((BitSet) value).toLongArray() } };
    if (of == Date.class) return new Object[][] { { "(data)", List.of(block(((Date) value).getTime())) } };
    if (of == StringBuilder.class) {
      StringBuilder text = (StringBuilder) value; char[] all = new char[text.capacity()]; text.getChars(0, text.length(), all, 0);
      return new Object[][] { { "(data)", List.of(block(text.length()), all) } };
    }
    if (of == BigInteger.class) {
      BigInteger big = (BigInteger) value; byte[] magnitude = big.abs().toByteArray();
      if (magnitude[0] == 0) magnitude = Arrays.copyOfRange(magnitude, 1, magnitude.length);
      return new Object[][] { { "bitCount", -1, 'I' }, { "bitLength", -1, 'I' }, { "firstNonzeroByteNum", -2, 'I' }, { "lowestSetBit", -2, 'I' }, { "signum", big.signum(), 'I' }, { "magnitude", magnitude } };
    }
    if (of == BigDecimal.class) return new Object[][] { { "scale", ((BigDecimal) value).scale(), 'I' }, { "intVal", ((BigDecimal) value).unscaledValue() } };
    if (of == Odd.class) { Odd odd = (Odd) value; return new Object[][] { { "before", odd.before, 'I' }, { "(data)", more(odd.more, odd.blocks) } }; }
    if (of == NoDefault.class) return new Object[][] { { "(data)", Arrays.asList(((NoDefault) value).only, block("岚")) } };
    if (of == Put.class) return new Object[][] { { "count", 3, 'I' }, { "made", ((Put) value).held } };
    if (of == External.class) return new Object[][] { { "(data)", more(((External) value).more, ((External) value).blocks) } };
    return null;
  }

  void tellPrimitive(Object value) {
    if (value instanceof Boolean) json.append("{\"z\":").append(value).append('}');
    else if (value instanceof Character) json.append("{\"s\":").append(quoted(String.valueOf(value))).append('}');
    else if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      json.append("{\"f\":\"").append(Double.isNaN(number) ? "NaN" : String.format("%016x", Double.doubleToRawLongBits(number))).append("\"}");
    } else json.append("{\"i\":\"").append(value).append("\"}");
  }
  void tellPair(String name, Object value, boolean isPrimitive, boolean isFirst) {
    json.append(isFirst ? "[" : ",[").append(quoted(name)).append(',');
    if (name.equals("(data)")) tellAll((List<?>) value); else if (isPrimitive) tellPrimitive(value); else tell(value);
    json.append(']');
  }
  void tellPairs(Object[][] pairs, boolean[] isFirst) {
    for (Object[] pair : pairs) {
      if (pair[0].equals("(data)") && ((List<?>) pair[1]).isEmpty()) continue;
      tellPair((String) pair[0], pair[1], pair.length == 3, isFirst[0]); isFirst[0] = false;
    }
  }
  void tellAll(List<?> values) {
    json.append('[');
    for (int at = 0; at < values.size(); at++) {
      if (at > 0) json.append(',');
      tell(values.get(at));
    }
    json.append(']');
  }
  void tell(Object given) {
    if (given == null) { json.append("null"); return; }
    if (given instanceof Blocks) { json.append("{\"b\":\"").append(hex(((Blocks) given).bytes.toByteArray())).append("\"}"); return; }
    Object value = replacement(given);
    if (value instanceof String) { json.append("{\"s\":").append(quoted((String) value)).append('}'); return; }
    Object itself = value instanceof Parts ? given : value;
    if (!told.add(itself)) { json.append("{\"m\":\"same as\",\"v\":{\"i\":\"").append(handleOf(itself)).append("\"}}"); return; }
    if (value instanceof Class) { json.append("{\"m\":\"class\",\"v\":{\"s\":").append(quoted(((Class<?>) value).getName())).append("}}"); return; }
    if (value instanceof Enum) {
      Enum<?> constant = (Enum<?>) value;
      json.append("{\"m\":").append(quoted(constant.getDeclaringClass().getName())).append(",\"v\":{\"s\":").append(quoted(constant.name())).append("}}"); return;
    }
    if (value instanceof byte[]) { json.append("{\"b\":\"").append(hex((byte[]) value)).append("\"}"); return; }
    if (value.getClass().isArray()) {
      boolean isPrimitive = value.getClass().getComponentType().isPrimitive();
      json.append('[');
      for (int at = 0; at < Array.getLength(value); at++) {
        if (at > 0) json.append(',');
        Object item = Array.get(value, at);
        if (isPrimitive) tellPrimitive(item); else tell(item);
      }
      json.append(']'); return;
    }
    boolean[] isFirst = { true };
    if (value instanceof Parts) {
      json.append("{\"o\":").append(quoted(((Parts) value).name)).append(",\"p\":[");
      tellPairs(((Parts) value).pairs.toArray(new Object[0][]), isFirst);
    } else if (Proxy.isProxyClass(value.getClass())) {
      json.append("{\"o\":").append(quoted("proxy " + Greets.class.getName() + ", java.lang.Comparable")).append(",\"p\":[");
      tellPairs(new Object[][] { { "h", Proxy.getInvocationHandler(value) } }, isFirst);
    } else {
      json.append("{\"o\":").append(quoted(value.getClass().getName())).append(",\"p\":[");
      List<Class<?>> chain = new ArrayList<>();
      for (Class<?> each = value.getClass(); each != null && Serializable.class.isAssignableFrom(each); each = each.getSuperclass()) chain.add(0, each);
      for (Class<?> each : chain) {
        Object[][] pairs = special(value, each);
        if (pairs != null) { tellPairs(pairs, isFirst); continue; }
        for (ObjectStreamField field : ObjectStreamClass.lookup(each).getFields()) {
          tellPair(field.getName(), hidden(each, field.getName(), value), field.isPrimitive(), isFirst[0]); isFirst[0] = false;
        }
      }
    }
    json.append("]}");
  }
`
