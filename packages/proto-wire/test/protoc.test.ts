import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, readingsOf, walk } from '../src/index.ts'
import type { ProtoSchema, WireNode } from '../src/index.ts'
import { randomMessage, randomOf, randomProto } from '../testing/random-proto.ts'
import { runProtoc, withProtoFolder } from '../testing/run-protoc.ts'
import { schemaOf } from '../testing/schema-of.ts'
import { jsonOfText, parseText } from '../testing/text-format.ts'
import type { TextEntry } from '../testing/text-format.ts'

const DEFINITIONS = 40
const MESSAGES = ['M0', 'M1', 'M2', 'M3']

interface Definition {
  file: string
  proto: string
  schema: ProtoSchema
}

function definitions(): Definition[] {
  return Array.from({ length: DEFINITIONS }, (_none, at) => {
    const proto = randomProto(randomOf(at)).replace('package p;', `package p${at};`)
    return { file: `p${at}.proto`, proto, schema: schemaOf(proto).schema }
  })
}

function encoded(schema: ProtoSchema, name: string, json: object): Uint8Array {
  const answer = encodeMessage(schema, name, json)
  if (!answer.ok) throw new Error(`${name} ${answer.path} ${answer.reason}`)
  return answer.bytes
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
}

/** Messages of all definitions in one: starting protoc is what takes time. */
interface Batch {
  main: string
  bytes: Buffer
  parts: { name: string; schema: ProtoSchema; bytes: Uint8Array }[]
}

function batchOf(all: readonly Definition[]): Batch {
  const random = randomOf(99)
  const lines: string[] = []
  const parts = all.flatMap(({ schema }, at) =>
    MESSAGES.map((short) => {
      const name = `p${at}.${short}`
      lines.push(`optional ${name} f${lines.length + 1} = ${lines.length + 1};`)
      return { name, schema, bytes: encoded(schema, name, randomMessage(random, schema.messages.get(name)!)) }
    }),
  )
  const imports = all.map(({ file }) => `import "${file}";`).join('\n')
  const main = `syntax = "proto2";\n${imports}\nmessage Batch {\n${lines.join('\n')}\n}`
  return { main, parts, bytes: Buffer.concat(parts.map(({ bytes }, at) => field(at + 1, bytes))) }
}

function wordOf({ value, wireType }: WireNode, bytes: Uint8Array, node: WireNode): string {
  if (wireType === 0) return String(value)
  const part = bytes.subarray(node.valueStart, node.valueEnd).toReversed()
  return `0x${Buffer.from(part).toString('hex')}`
}

/** Compares what protoc guessed with what the walk found or offers; how many blocks there were. */
function compareRaw(entries: readonly TextEntry[], nodes: readonly WireNode[], bytes: Uint8Array): number {
  let blocks = 0
  expect(nodes.map(({ number }) => String(number))).toEqual(entries.map(({ name }) => name))
  for (const [at, entry] of entries.entries()) {
    const node = nodes[at]!
    if (entry.word !== undefined) expect(wordOf(node, bytes, node)).toBe(entry.word)
    else {
      const asMessage =
        node.wireType === 3 ? undefined : readingsOf(bytes, node).find(({ as }) => as === 'message')
      if (entry.bytes) {
        expect(Buffer.from(bytes.subarray(node.valueStart, node.end))).toEqual(entry.bytes)
        expect(asMessage).toBeUndefined()
        expect(node.takenAs).not.toBe('message')
      } else {
        blocks += 1
        if (node.wireType === 2 && asMessage === undefined) {
          // protoc takes tags beyond 32 bits and forgets the upper ones; such tags are refused here.
          const hex = Buffer.from(bytes.subarray(node.valueStart, node.end)).toString('hex')
          expect(hex).toMatch(/^(?:..)*(?:[89a-f].){4}/)
          continue
        }
        const inner = node.wireType === 3 ? node.children : asMessage!.nodes!
        if (node.takenAs === 'message') expect(node.children.length).toBe(inner.length)
        blocks += compareRaw(entry.block!, inner, bytes)
      }
    }
  }
  return blocks
}

describe('protoc', () => {
  const all = definitions()
  const batch = batchOf(all)
  const files = {
    ...Object.fromEntries(all.map(({ file, proto }) => [file, proto])),
    'main.proto': batch.main,
  }

  it('reads the messages that are written here, and both read the same in them', async () => {
    const text = await withProtoFolder(files, (path) =>
      runProtoc(['--decode=Batch', `-I${path}`, 'main.proto'], batch.bytes),
    )
    const entries = new Map(parseText(text!).map(({ name, block }) => [name, block!]))
    for (const [at, { name, schema, bytes }] of batch.parts.entries()) {
      const theirs = jsonOfText(schema.messages.get(name)!, entries.get(`f${at + 1}`)!)
      expect({ name, json: decodeMessage(schema, name, bytes)!.json }).toEqual({ name, json: theirs })
    }
  })

  it('finds the same fields without a definition, and nothing else that is a message', async () => {
    const random = randomOf(7)
    const garbage = Array.from({ length: 300 }, () =>
      field(
        5000,
        Uint8Array.from({ length: random(24) }, () => random(random(2) === 0 ? 256 : 32)),
      ),
    )
    const bytes = Buffer.concat([batch.bytes, ...garbage])
    const text = await runProtoc(['--decode_raw'], bytes)
    expect(compareRaw(parseText(text!), walk(bytes).nodes, bytes)).toBeGreaterThan(300)
  })

  it('refuses the same messages that were cut or changed', async () => {
    const random = randomOf(5)
    const tries = Array.from({ length: 48 }, () => {
      const at = random(DEFINITIONS)
      const part = batch.parts[at * 4 + random(4)]!
      const isCut = random(3) === 0
      const bytes = part.bytes.slice(0, isCut ? random(part.bytes.length + 1) : part.bytes.length)
      if (bytes.length > 0 && !isCut) bytes[random(bytes.length)] = random(256)
      return { at, part, bytes }
    })
    const told = await withProtoFolder(files, (path) =>
      Promise.all(
        tries.map(({ at, part, bytes }) =>
          runProtoc([`--decode=${part.name}`, `-I${path}`, `p${at}.proto`], bytes),
        ),
      ),
    )
    const refused = tries.map(({ part, bytes }, at) => {
      const text = told[at] ?? null
      const { error } = decodeMessage(part.schema, part.name, bytes)!
      // protoc warns of these two and goes on.
      const isOurs = error !== null && error.code !== 'missing_required' && error.code !== 'invalid_utf8'
      const hex = Buffer.from(bytes).toString('hex')
      expect({ name: part.name, hex, error, isOurs }).toEqual({
        name: part.name,
        hex,
        error,
        isOurs: text === null,
      })
      return text === null
    })
    expect(refused.filter(Boolean).length).toBeGreaterThan(10)
    expect(refused.filter((is) => !is).length).toBeGreaterThan(10)
  })

  it.each([99, 100, 101])('takes messages nested %i deep as this package does', async (depth) => {
    const proto = 'syntax = "proto3"; package d; message N { N n = 1; int32 v = 2; }'
    let bytes: Uint8Array = Uint8Array.of(0x10, 1)
    for (let level = 0; level < depth; level += 1) bytes = field(1, bytes)
    const text = await withProtoFolder({ 'd.proto': proto }, (path) =>
      runProtoc(['--decode=d.N', `-I${path}`, 'd.proto'], bytes),
    )
    const { error } = decodeMessage(schemaOf(proto).schema, 'd.N', bytes)!
    expect(error?.code).toBe(text === null ? 'too_deep' : undefined)
  })
})
