import type { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import { intNode, textNode } from '../value-node.ts'
import type { ValueNode } from '../value-node.ts'
import type { PickleStack } from './pickle-stack.ts'

const LAST_PROTOCOL = 5

type Op = (stack: PickleStack, reader: ByteReader) => void

const list = (items: ValueNode[]): ValueNode => ({ kind: 'list', items })
const marked = (name: string, value: ValueNode): ValueNode => ({ kind: 'marked', name, value })
const float = (value: number): ValueNode => ({ kind: 'float', value })

/** A count of eight bytes; more than there can be is told by who takes them. */
const long = (reader: ByteReader): number => Number(reader.u64(true))

/** Two's complement, little endian. */
function bigOf(bytes: Uint8Array, at: number): bigint {
  if (bytes.length > 4_096) throw new FaultError('tooLarge', at)
  let value = 0n
  for (const byte of bytes.toReversed()) value = (value << 8n) | BigInt(byte)
  return BigInt.asIntN(Math.max(1, bytes.length) * 8, value)
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

/** The quotes and escapes of a Python 2 string. */
function unquoted(text: string, at: number): string {
  const found = /^(['"])(.*)\1$/s.exec(text)
  if (found === null) throw new FaultError('invalid', at)
  return found[2]!.replaceAll(
    /\\(?:x([\da-fA-F]{2})|([0-7]{1,3})|(.))/gs,
    (whole, hex?: string, octal?: string, sign?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      if (sign === 'x') throw new FaultError('invalid', at)
      // Python leaves what it does not know as it stands.
      return ESCAPES[sign!] ?? whole
    },
  )
}

/** `latin1` of a TextDecoder is another: it has signs of its own from 0x80 to 0x9f. */
function latinOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** `\\uXXXX` and `\\UXXXXXXXX`, told apart by their case; a backslash takes the sign behind it along, as in Python. */
const rawUnicode = (text: string, at: number): string =>
  text.replaceAll(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g,
    (whole, short?: string, wide?: string, other?: string) => {
      if (other !== undefined && other !== 'u' && other !== 'U') return whole
      const code = Number.parseInt(short ?? wide ?? '', 16)
      if (!(code <= 0x10ffff)) throw new FaultError('invalid', at)
      return String.fromCodePoint(code)
    },
  )

function intLine(stack: PickleStack): void {
  const line = stack.line()
  if (line === '00' || line === '01') stack.push({ kind: 'bool', value: line === '01' })
  else stack.push({ kind: 'int', value: stack.int(line) })
}

function floatLine(stack: PickleStack, reader: ByteReader): void {
  const text = stack.line()
  const value = Number(text.replace(/^(-?)inf$/, '$1Infinity'))
  if (Number.isNaN(value) && text !== 'nan') throw new FaultError('invalid', reader.at)
  stack.push(float(value))
}

function global(stack: PickleStack): void {
  const [module, name] = [stack.line(), stack.line()]
  stack.push(marked('global', textNode(`${module}.${name}`)))
}

function stackGlobal(stack: PickleStack, reader: ByteReader): void {
  const [name, module] = [stack.pop(), stack.pop()]
  if (name.kind !== 'text' || module.kind !== 'text') throw new FaultError('invalid', reader.at)
  stack.push(marked('global', textNode(`${module.value}.${name.value}`)))
}

function tupleOf(count: number): Op {
  return (stack) => {
    const items = Array.from({ length: count }, () => stack.pop()).toReversed()
    stack.push(list(items))
  }
}

function reduce(stack: PickleStack): void {
  const [args, callable] = [stack.pop(), stack.pop()]
  stack.call(callable, [['args', args]])
}

function newObjectEx(stack: PickleStack): void {
  const [named, args, type] = [stack.pop(), stack.pop(), stack.pop()]
  stack.call(type, [
    ['args', args],
    ['named', named],
  ])
}

function object(stack: PickleStack, reader: ByteReader): void {
  const [type, ...args] = stack.popMark()
  if (type === undefined) throw new FaultError('invalid', reader.at)
  stack.call(type, [['args', list(args)]])
}

function instance(stack: PickleStack): void {
  const type = marked('global', textNode(`${stack.line()}.${stack.line()}`))
  stack.call(type, [['args', list(stack.popMark())]])
}

function setItem(stack: PickleStack): void {
  const [value, key] = [stack.pop(), stack.pop()]
  stack.setItems([[key, value]])
}

const bytes = (take: (reader: ByteReader) => number): Op => {
  return (stack, reader) => stack.push({ kind: 'bytes', value: reader.take(take(reader)).slice() })
}
const text = (take: (reader: ByteReader) => number): Op => {
  return (stack, reader) => stack.push(stack.text(reader.take(take(reader))))
}

/** By their signs, as Lib/pickle.py names them. */
const BY_SIGN: Record<string, Op> = {
  '(': (stack) => stack.mark(),
  '0': (stack) => stack.drop(),
  '1': (stack) => void stack.popMark(),
  '2': (stack) => stack.again(stack.top(), -1),
  F: floatLine,
  G: (stack, reader) => stack.push(float(reader.f64())),
  I: intLine,
  L: (stack) => stack.push({ kind: 'int', value: stack.int(stack.line()) }),
  J: (stack, reader) => stack.push(intNode(reader.i32(true))),
  K: (stack, reader) => stack.push(intNode(reader.u8())),
  M: (stack, reader) => stack.push(intNode(reader.u16(true))),
  N: (stack) => stack.push({ kind: 'null' }),
  P: (stack) => stack.push(marked('persistent', textNode(stack.line()))),
  Q: (stack) => stack.push(marked('persistent', stack.pop())),
  R: reduce,
  S: (stack, reader) => {
    const found = unquoted(latinOf(stack.lineBytes()), reader.at)
    stack.push(stack.text(Uint8Array.from(found, (sign) => sign.charCodeAt(0))))
  },
  T: text((reader) => reader.u32(true)),
  U: text((reader) => reader.u8()),
  V: (stack, reader) => stack.push(textNode(rawUnicode(latinOf(stack.lineBytes()), reader.at))),
  X: text((reader) => reader.u32(true)),
  B: bytes((reader) => reader.u32(true)),
  C: bytes((reader) => reader.u8()),
  a: (stack) => stack.append([stack.pop()]),
  e: (stack) => stack.append(stack.popMark()),
  b: (stack) => stack.build(stack.pop()),
  c: global,
  i: instance,
  o: object,
  d: (stack) => stack.push({ kind: 'map', pairs: stack.pairs(stack.popMark()) }),
  '}': (stack) => stack.push({ kind: 'map', pairs: [] }),
  s: setItem,
  u: (stack) => stack.setItems(stack.pairs(stack.popMark())),
  l: (stack) => stack.push(list(stack.popMark())),
  ']': (stack) => stack.push(list([])),
  t: (stack) => stack.push(list(stack.popMark())),
  ')': (stack) => stack.push(list([])),
  g: (stack) => stack.get(Number(stack.int(stack.line()))),
  h: (stack, reader) => stack.get(reader.u8()),
  j: (stack, reader) => stack.get(reader.u32(true)),
  p: (stack) => stack.put(Number(stack.int(stack.line()))),
  q: (stack, reader) => stack.put(reader.u8()),
  r: (stack, reader) => stack.put(reader.u32(true)),
}

/** Those without a sign. */
const BY_CODE: Record<number, Op> = {
  0x80: (_stack, reader) => {
    if (reader.u8() > LAST_PROTOCOL) throw new FaultError('unsupported', reader.at - 1)
  },
  0x81: reduce,
  0x82: (stack, reader) => stack.push(marked('extension', intNode(reader.u8()))),
  0x83: (stack, reader) => stack.push(marked('extension', intNode(reader.u16(true)))),
  0x84: (stack, reader) => stack.push(marked('extension', intNode(reader.i32(true)))),
  0x85: tupleOf(1),
  0x86: tupleOf(2),
  0x87: tupleOf(3),
  0x88: (stack) => stack.push({ kind: 'bool', value: true }),
  0x89: (stack) => stack.push({ kind: 'bool', value: false }),
  0x8a: (stack, reader) => stack.push(intNode(bigOf(reader.take(reader.u8()), reader.at))),
  0x8b: (stack, reader) => stack.push(intNode(bigOf(reader.take(reader.u32(true)), reader.at))),
  0x8c: text((reader) => reader.u8()),
  0x8d: text(long),
  0x8e: bytes(long),
  0x8f: (stack) => stack.push(marked('set', list([]))),
  0x90: (stack) => stack.append(stack.popMark()),
  0x91: (stack) => stack.push(marked('frozenset', list(stack.popMark()))),
  0x92: newObjectEx,
  0x93: stackGlobal,
  0x94: (stack) => stack.memoize(),
  0x95: (_stack, reader) => void reader.u64(true),
  0x96: (stack, reader) =>
    stack.push(marked('bytearray', { kind: 'bytes', value: reader.take(long(reader)).slice() })),
  0x97: (stack) => stack.push(marked('buffer', { kind: 'null' })),
  0x98: () => undefined,
}

export const PICKLE_OPS: ReadonlyMap<number, Op> = new Map([
  ...Object.entries(BY_SIGN).map(([sign, op]): [number, Op] => [sign.charCodeAt(0), op]),
  ...Object.entries(BY_CODE).map(([code, op]): [number, Op] => [Number(code), op]),
])
