/** A message of kind `isle.Everything`, as JSON for the console and in the text form of protobuf. */
export interface AnyMessage {
  json: Record<string, unknown>
  text: string
}

/** Numbers from a seed, so that a fault can be seen again. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Dice = ReturnType<typeof dice>

interface Said {
  json: unknown
  text: string
}

const either = (roll: Dice, values: readonly (string | number)[]): Said => {
  const value = values[roll(values.length)]!
  return { json: value, text: String(value) }
}
const signed32 = (roll: Dice) => either(roll, [0, 1, -1, 127, 128, -2_147_483_648, 2_147_483_647])
const unsigned32 = (roll: Dice) => either(roll, [0, 1, 300, 4_294_967_295])
const signed64 = (roll: Dice) =>
  either(roll, ['0', '-1', '9007199254740993', '-9223372036854775808', '9223372036854775807'])
const unsigned64 = (roll: Dice) => either(roll, ['0', '1', '9007199254740993', '18446744073709551615'])
const truth = (roll: Dice): Said => ({ json: roll(2) === 1, text: '' })
const real = (roll: Dice): Said => {
  const texts: Record<string, string> = { NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' }
  const said = either(roll, [0, -0.5, 1e-30, 123_456.75, 'NaN', 'Infinity', '-Infinity'])
  return { json: said.json, text: texts[said.text] ?? said.text }
}
const words = (roll: Dice): Said => {
  const value = ['', 'plain', '雨 and "quotes"', 'line\nbreak', '🌊'.repeat(roll(40))][roll(5)]!
  return { json: value, text: JSON.stringify(value) }
}
const bytes = (roll: Dice): Said => {
  const value = Buffer.from(Array.from({ length: roll(30) }, () => roll(256)))
  const octal = [...value].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return { json: value.toString('base64'), text: `"${octal}"` }
}
const rarity = (roll: Dice) => either(roll, ['RARITY_UNKNOWN', 'PLAIN', 'RARE', 'CURSED'])

function inner(roll: Dice, depth = 0): Said {
  const note = words(roll)
  const mood = either(roll, ['CALM', 'ANGRY'])
  const below = depth < 2 && roll(2) === 1 ? inner(roll, depth + 1) : null
  return {
    json: { note: note.json, mood: mood.json, ...(below === null ? {} : { inner: below.json }) },
    text: `{ note: ${note.text} mood: ${mood.text} ${below === null ? '' : `inner ${below.text}`} }`,
  }
}

function stats(roll: Dice): Said {
  const [level, luck, seal] = [signed32(roll), real(roll), bytes(roll)]
  const marks = [1, 2, 4_294_967_295].slice(roll(4))
  const [from, seconds] = [signed64(roll), signed64(roll)]
  return {
    json: {
      level: level.json,
      mode: 'WILD',
      marks,
      loose: [-1, 5],
      seal: seal.json,
      range: { from: from.json },
      luck: luck.json,
      born: { seconds: seconds.json },
    },
    text: `{ level: ${level.text} mode: WILD ${marks.map((mark) => `marks: ${mark}`).join(' ')} loose: -1 loose: 5
      seal: ${seal.text} range { from: ${from.text} } luck: ${luck.text} born { seconds: ${seconds.text} } }`,
  }
}

const SINGLE: Record<string, (roll: Dice) => Said> = {
  d: real,
  f: (roll) => either(roll, [0, -0.5, 16_777_216, 1.5]),
  i32: signed32,
  i64: signed64,
  u32: unsigned32,
  u64: unsigned64,
  s32: signed32,
  s64: signed64,
  f32: unsigned32,
  f64: unsigned64,
  sf32: signed32,
  sf64: signed64,
  yes: (roll) => {
    const said = truth(roll)
    return { ...said, text: String(said.json) }
  },
  text: words,
  raw: bytes,
  maybe: signed32,
  stats,
}
const LISTS: Record<string, (roll: Dice) => Said> = {
  packed: signed64,
  unpacked: signed32,
  rarities: rarity,
  words,
}
const ONE: Record<string, (roll: Dice) => Said> = { inner, number: unsigned64, blob: bytes }
const MAPS = {
  by_name: { keys: ['', 'a', 'a b', '键'], value: inner },
  flags: { keys: ['0', '18446744073709551615'], value: SINGLE['yes']! },
  by_flag: { keys: ['false', 'true'], value: real },
}

const join = (name: string, text: string) => (text.startsWith('{') ? `${name} ${text}` : `${name}: ${text}`)

/** One of many, the same for the same seed. Fields come and go. */
export function anyEverything(seed: number): AnyMessage {
  const roll = dice(seed)
  const json: Record<string, unknown> = {}
  const lines: string[] = []
  for (const [name, of] of Object.entries(SINGLE)) {
    if (roll(3) === 0) continue
    const said = of(roll)
    json[name] = said.json
    lines.push(join(name, said.text))
  }
  for (const [name, of] of Object.entries(LISTS)) {
    const list = Array.from({ length: roll(5) }, () => of(roll))
    json[name] = list.map((said) => said.json)
    lines.push(...list.map((said) => join(name, said.text)))
  }
  for (const [name, { keys, value }] of Object.entries(MAPS)) {
    const entries = keys.slice(roll(keys.length + 1)).map((key) => ({ key, said: value(roll) }))
    json[name] = Object.fromEntries(entries.map(({ key, said }) => [key, said.json]))
    const isText = name === 'by_name'
    for (const { key, said } of entries)
      lines.push(`${name} { key: ${isText ? JSON.stringify(key) : key} ${join('value', said.text)} }`)
  }
  const [name, of] = Object.entries(ONE)[roll(3)]!
  const said = of(roll)
  json[name] = said.json
  lines.push(join(name, said.text))
  return { json: { all: json }, text: `all {\n${lines.join('\n')}\n}` }
}
