import type { FieldType, MessageType } from '../src/index.ts'

/** Whole numbers from 0 up to a limit, the same for the same seed. */
export type Random = (limit: number) => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random(items.length)]!
}

const KEYS = 'int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string'.split(
  ' ',
)
const SCALARS = [...KEYS, 'double', 'float', 'bytes']
const NUMBERS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 255, 256, 2047, 2048, 70_000, 536_870_911,
]

interface Names {
  syntax: string
  messages: readonly string[]
  prefix: string
}

function fieldText(
  random: Random,
  { syntax, messages, prefix }: Names,
  name: string,
  number: number,
): string {
  const types = [...SCALARS, ...SCALARS, 'Mood', ...messages]
  const type = pick(random, types)
  const isMessage = messages.includes(type)
  const kind = random(10)
  if (kind === 0) return `map<${pick(random, KEYS)}, ${type}> ${name} = ${number};`
  if (syntax === 'proto2' && kind === 1) {
    const group = `${prefix}G${number}`
    return `${pick(random, ['optional', 'repeated'])} group ${group} = ${number} { optional ${pick(random, SCALARS)} in_group = 1; }`
  }
  if (kind < 5) {
    const canPack = !isMessage && type !== 'string' && type !== 'bytes'
    const packed = canPack ? pick(random, ['', ' [packed = true]', ' [packed = false]']) : ''
    return `repeated ${type} ${name} = ${number}${packed};`
  }
  // An unknown number of a closed enum counts as missing elsewhere; here it is shown.
  const canRequire = SCALARS.includes(type)
  if (syntax === 'proto2')
    return `${canRequire && kind === 5 ? 'required' : 'optional'} ${type} ${name} = ${number};`
  return `${kind < 7 ? 'optional ' : ''}${type} ${name} = ${number};`
}

function messageText(random: Random, names: Names, name: string): string {
  const numbers = NUMBERS.filter(() => random(3) === 0)
  const lines = numbers.map((number, at) => fieldText(random, { ...names, prefix: name }, `f${at}`, number))
  if (random(2) === 0) {
    const types = [...SCALARS, 'Mood', ...names.messages]
    const members = [101, 102, 103].map((number) => `${pick(random, types)} one${number} = ${number};`)
    lines.push(`oneof choice { ${members.join(' ')} }`)
  }
  return `message ${name} {\n  ${lines.join('\n  ')}\n}`
}

const MESSAGES = ['M0', 'M1', 'M2', 'M3']

/** A .proto file with the messages M0 to M3 of a package p, which hold each other. */
export function randomProto(random: Random): string {
  const syntax = pick(random, ['proto2', 'proto3'])
  const names = { syntax, messages: MESSAGES, prefix: '' }
  const texts = MESSAGES.map((name) => messageText(random, names, name))
  const mood = 'enum Mood { CALM = 0; GLAD = 1; FAR = 2147483647; LOW = -5; }'
  return [`syntax = "${syntax}";`, 'package p;', mood, ...texts].join('\n')
}

const TEXTS = [
  '',
  'a',
  'hello',
  '你好，玩家',
  '🦊',
  'é',
  '\u0000',
  'x'.repeat(130),
  '灯塔'.repeat(60),
  '__proto__',
  'a.b',
]

function randomInt(random: Random, min: bigint, max: bigint): bigint {
  const span = max - min + 1n
  const any = (BigInt(random(2 ** 32)) << 32n) | BigInt(random(2 ** 32))
  const near = pick(random, [0n, 1n, -1n, 127n, 128n, 300n, 2n ** 31n, 2n ** 53n, -(2n ** 53n), min, max])
  const value = random(3) === 0 ? min + (any % span) : near
  return value < min ? min : value > max ? max : value
}

function randomBytes(random: Random): string {
  return Buffer.from(Array.from({ length: random(20) }, () => random(256))).toString('base64')
}

function randomScalar(random: Random, type: string): unknown {
  if (type === 'string') return pick(random, TEXTS)
  if (type === 'bytes') return randomBytes(random)
  if (type === 'bool') return random(2) === 0
  if (type === 'double')
    return pick(random, [0, 1.5, -0.1, 1e300, 5e-324, 'NaN', 'Infinity', random(2 ** 32) / 7])
  if (type === 'float') return pick(random, [0, 1.5, -2, 0.100_000_001_490_116_12, 'NaN', '-Infinity'])
  const bits = type.endsWith('64') ? 64n : 32n
  const isUnsigned = type.startsWith('u') || type.startsWith('f')
  const min = isUnsigned ? 0n : -(2n ** (bits - 1n))
  const value = randomInt(random, min, isUnsigned ? 2n ** bits - 1n : 2n ** (bits - 1n) - 1n)
  return bits === 64n ? String(value) : Number(value)
}

function randomOne(random: Random, field: FieldType, depth: number): unknown {
  if (field.message) return randomMessage(random, field.message, depth + 1)
  if (field.enum) return pick(random, ['CALM', 'GLAD', 'FAR', 'LOW'])
  return randomScalar(random, field.type)
}

/** Values as map keys are written in JSON. */
function randomKey(random: Random, type: string): string {
  return String(randomScalar(random, type))
}

/** JSON that fits a message, a few levels deep. */
export function randomMessage(random: Random, type: MessageType, depth = 0): Record<string, unknown> {
  const given: [string, unknown][] = []
  const chosen = new Map([...type.oneofs].map(([name, members]) => [name, pick(random, members)]))
  for (const field of type.fields) {
    const isLeft = random(2) === 0 && field.label !== 'required'
    if (isLeft || (field.message && depth > 3)) continue
    if (field.oneof !== null && chosen.get(field.oneof) !== field.name) continue
    const many = Array.from({ length: 1 + random(3) })
    if (field.kind === 'map') {
      const value = field.entry!.fields[1]!
      const entries = many.map(() => [randomKey(random, field.keyType!), randomOne(random, value, depth)])
      given.push([field.name, Object.fromEntries(entries)])
    } else if (field.label === 'repeated') {
      given.push([field.name, many.map(() => randomOne(random, field, depth))])
    } else given.push([field.name, randomOne(random, field, depth)])
  }
  return Object.fromEntries(given)
}
