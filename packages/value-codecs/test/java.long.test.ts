import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode, toJson } from '../src/index.ts'
import type { ValueNode } from '../src/index.ts'
import { ofHex } from './bytes-of.ts'
import { JAVA_GRAPHS } from './java-graphs.ts'

/*
 * Object graphs that Java's own ObjectOutputStream wrote, together with what it wrote. Declared limits: objects more than 200
 * deep in each other are refused, so are externalizable objects of protocol 1, whose length nothing tells, and streams whose
 * writer broke off with an exception. What stood before is told by its number; of NaN the bits are not kept; a block of
 * bytes looks like an array of them.
 */

const GRAPHS = 600
const OPENED = ['io', 'lang', 'util', 'util.concurrent.atomic', 'net']

const folder = mkdtempSync(join(tmpdir(), 'qd-java-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function java(...args: string[]): string[] {
  const file = join(folder, 'Main.java')
  writeFileSync(file, JAVA_GRAPHS)
  const opens = OPENED.flatMap((name) => ['--add-opens', `java.base/java.${name}=ALL-UNNAMED`])
  const done = spawnSync('java', ['-Dfile.encoding=UTF-8', '-Xmx256m', ...opens, file, ...args], {
    maxBuffer: 256 * 1_048_576,
  })
  if (done.status !== 0) throw new Error(String(done.stderr))
  return String(done.stdout).trim().split('\n')
}

function floatOf(value: number): string {
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value)
  return Number.isNaN(value) ? 'NaN' : bits.toString('hex')
}

interface Bytes {
  b: string
}
const isBytes = (item: unknown): item is Bytes => typeof item === 'object' && item !== null && 'b' in item

/** Java splits what a class writes at each kibibyte. */
function joined(items: readonly unknown[]): unknown[] {
  const all: unknown[] = []
  for (const item of items) {
    const last = all.at(-1)
    if (isBytes(item) && isBytes(last)) all[all.length - 1] = { b: last.b + item.b }
    else all.push(item)
  }
  return all
}

type Pair = [string, unknown]
const DATA = '(data)'

/** A value of the program, with what classes wrote in one piece where a reader sees no border. */
function withJoined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withJoined)
  if (typeof value !== 'object' || value === null) return value
  if ('p' in value) {
    const pairs = (value.p as Pair[]).map(([name, inner]): Pair => [name, withJoined(inner)])
    return {
      ...value,
      p: pairs.map(([name, inner]) => [name, name === DATA ? joined(inner as unknown[]) : inner]),
    }
  }
  return 'v' in value ? { ...value, v: withJoined(value.v) } : value
}

/** A tree as the program tells it. */
function told(node: ValueNode): unknown {
  switch (node.kind) {
    case 'null':
      return null
    case 'bool':
      return { z: node.value }
    case 'int':
      return { i: node.value }
    case 'float':
      return { f: floatOf(node.value) }
    case 'text':
      return { s: node.value }
    case 'bytes':
      return { b: Buffer.from(node.value).toString('hex') }
    case 'list':
      return node.items.map(told)
    case 'marked':
      return { m: node.name, v: told(node.value) }
    case 'object':
      return {
        o: node.name,
        p: node.pairs.map(([key, value]) => [key.kind === 'text' ? key.value : key, told(value)]),
      }
    case 'map':
      throw new Error('Java has no maps of its own')
  }
}

interface Graph {
  bytes: Uint8Array
  values: unknown[]
}
let graphs: Graph[] = []
let limits: Map<string, Uint8Array>
beforeAll(() => {
  graphs = java(String(GRAPHS)).map((line) => {
    const [hex, values] = JSON.parse(line) as [string, unknown[]]
    return { bytes: ofHex(hex), values }
  })
  limits = new Map(
    java().map((line) => {
      const [name, hex] = line.split(' ') as [string, string]
      return [name, ofHex(hex)]
    }),
  )
})

/** Values behind each other; one alone stands for itself. */
const valuesOf = (node: ValueNode, count: number): unknown[] =>
  count === 1 ? [told(node)] : (told(node) as unknown[])
const inOne = (values: readonly unknown[]): unknown[] => joined(values.map(withJoined))

describe('graphs of Java', () => {
  it('are read as they were written, with the number of each object that stood before', () => {
    expect(graphs).toHaveLength(GRAPHS)
    for (const [at, { bytes, values }] of graphs.entries()) {
      const read = decode('java', bytes)
      if (!read.ok) throw new Error(`graph ${at}: ${read.fault.code} at ${read.fault.at} of ${bytes.length}`)
      const [ours, theirs] = [valuesOf(read.node, values.length), values].map(inOne)
      if (!isDeepStrictEqual(ours, theirs)) expect({ at, values: ours }).toEqual({ at, values: theirs })
    }
  })

  it('have every kind of value in them', () => {
    const all = JSON.stringify(graphs.map(({ values }) => values))
    const wanted = [
      'same as',
      'class',
      'Main$Rank',
      'Main$External',
      'Main$Point',
      'proxy Main$Greets, java.lang.Comparable',
    ]
    wanted.push(
      'java.time.Ser',
      'java.math.BigDecimal',
      'java.util.CollSer',
      'java.util.TreeMap',
      'Main$Outer$Inner',
      'Main$Put',
    )
    for (const name of wanted) expect([name, all.split(`"${name}"`).length > 5]).toEqual([name, true])
    expect(graphs.filter(({ bytes }) => bytes.includes(0x79)).length).toBeGreaterThan(50)
    expect(graphs[0]!.bytes.includes(0x7c)).toBe(true)
  })

  it('that are cut are refused, or are the values that are whole', () => {
    let refused = 0
    let whole = 0
    for (const [at, { bytes, values }] of graphs.entries()) {
      const step = bytes.length > 20_000 ? 997 : bytes.length > 4_000 ? 13 : 1
      for (let length = at % step; length < bytes.length; length += step) {
        const read = decode('java', bytes.subarray(0, length))
        if (!read.ok) {
          refused += 1
          expect(read.fault.at).toBeGreaterThanOrEqual(0)
          expect(read.fault.at).toBeLessThanOrEqual(length)
          if (read.partial !== null && length % 10 === 0) toJson(read.partial)
          continue
        }
        whole += 1
        // A list may be the values, or one value that is a list.
        const ways = [1, 2]
          .slice(0, read.node.kind === 'list' ? 2 : 1)
          .map((count) => valuesOf(read.node, count))
        const begins = ways.some((some) =>
          isDeepStrictEqual(inOne(some), inOne(values.slice(0, some.length))),
        )
        if (!begins) expect({ at, length, values: inOne(ways[0]!) }).toEqual({ at, length, values })
      }
    }
    expect(refused).toBeGreaterThan(300_000)
    expect(whole).toBeGreaterThan(100)
  })

  it('with changed bytes end in a value or in a fault at its place', () => {
    let state = 42
    const random = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    }
    const ends = { ok: 0, refused: 0 }
    for (let n = 0; n < 30_000; n += 1) {
      const { bytes } = graphs[1 + random(graphs.length - 1)]!
      const changed = bytes.slice()
      for (let count = 1 + random(4); count > 0; count -= 1) changed[random(bytes.length)] = random(256)
      const read = decode('java', changed)
      if (n % 10 === 0) {
        const node = read.ok ? read.node : read.partial
        if (node !== null) toJson(node)
      }
      ends[read.ok ? 'ok' : 'refused'] += 1
      if (read.ok) continue
      expect(read.fault.at).toBeGreaterThanOrEqual(-1)
      expect(read.fault.at).toBeLessThanOrEqual(changed.length)
    }
    expect(ends.ok).toBeGreaterThan(1_000)
    expect(ends.refused).toBeGreaterThan(1_000)
  })
})

describe('declared limits', () => {
  it.each([
    ['deep', 'tooDeep'],
    ['protocol1', 'unsupported'],
    ['exception', 'invalid'],
  ])('%s is refused as %s', (name, code) => {
    expect(decode('java', limits.get(name)!)).toMatchObject({ ok: false, fault: { code } })
  })

  it('a lambda is the object that Java puts in its place', () => {
    const read = decode('java', limits.get('lambda')!)
    const text = read.ok ? toJson(read.node) : read.fault.code
    expect(text).toContain('"$class": "java.lang.invoke.SerializedLambda"')
    expect(text).toContain('"functionalInterfaceMethodName": "get"')
    expect(text).toContain('"$class": "Main$Node"')
  })
})
