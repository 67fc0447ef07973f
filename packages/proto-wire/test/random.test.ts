import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, exampleOf, readingsOf, walk } from '../src/index.ts'
import type { WireNode } from '../src/index.ts'
import { randomMessage, randomOf, randomProto } from '../testing/random-proto.ts'
import { rangeFault } from '../testing/ranges.ts'
import { schemaOf, theirBytes, theirJson } from '../testing/schema-of.ts'

function world(seed: number) {
  const random = randomOf(seed)
  const proto = randomProto(random)
  const { schema, root } = schemaOf(proto)
  const name = `p.M${random(4)}`
  const json = () => randomMessage(random, schema.messages.get(name)!)
  const bytesOf = (value: object) => {
    const encoded = encodeMessage(schema, name, value)
    if (!encoded.ok) throw new Error(`${encoded.path} ${encoded.reason} of ${JSON.stringify(value)}`)
    return encoded.bytes
  }
  const decode = (bytes: Uint8Array) => decodeMessage(schema, name, bytes)!
  return { random, proto, schema, root, name, json, bytesOf, decode }
}

function theirs(work: () => unknown): { json: unknown } | null {
  try {
    return { json: work() }
  } catch {
    return null
  }
}

const seeds = fc.nat(2 ** 31)

/** All questions a page may ask of a node. */
function askAll(bytes: Uint8Array, nodes: readonly WireNode[]): number {
  return nodes.reduce(
    (count, node) => count + node.path.length + readingsOf(bytes, node).length + askAll(bytes, node.children),
    0,
  )
}

describe('random messages of random definitions', () => {
  it('are written as protobuf.js writes them', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { root, name, json, bytesOf } = world(seed)
        const value = json()
        expect(Buffer.from(bytesOf(value)).toString('hex')).toBe(
          Buffer.from(theirBytes(root, name, value)).toString('hex'),
        )
      }),
      { seed: 1, numRuns: 150 },
    )
  })

  it('are read as protobuf.js reads them, with and without defaults, and as they were written', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { schema, root, name, json, bytesOf, decode } = world(seed)
        const bytes = bytesOf(json())
        const { json: read, error, nodes } = decode(bytes)
        expect(error).toBeNull()
        expect(rangeFault(nodes, 0, bytes.length)).toBeNull()
        expect(read).toEqual(theirJson(root, name, bytes))
        expect(bytesOf(read)).toEqual(bytes)
        const shown = decodeMessage(schema, name, bytes, { defaults: true })!.json
        expect(shown).toEqual(theirJson(root, name, bytes, true))
      }),
      { seed: 2, numRuns: 150 },
    )
  })

  it('are merged as protobuf.js merges them when two stand behind each other', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { root, name, json, bytesOf, decode } = world(seed)
        const bytes = Buffer.concat([bytesOf(json()), bytesOf(json())])
        expect(decode(bytes)).toMatchObject({ error: null })
        expect(decode(bytes).json).toEqual(theirJson(root, name, bytes))
      }),
      { seed: 3, numRuns: 100 },
    )
  })

  it('are told to be broken where protobuf.js refuses them, and read the same where it does not', () => {
    let refused = 0
    fc.assert(
      fc.property(seeds, (seed) => {
        const { random, proto, schema, root, name, json, bytesOf, decode } = world(seed)
        const isProto2 = proto.includes('proto2')
        const whole = bytesOf(json())
        for (let round = 0; round < 4; round += 1) {
          const bytes = whole.slice(0, random(whole.length + 1))
          if (round > 1 && bytes.length > 0) bytes[random(bytes.length)] = random(256)
          const mine = decode(bytes)
          expect(rangeFault(mine.nodes, 0, bytes.length)).toBeNull()
          const answer = theirs(() => theirJson(root, name, bytes, true))
          if (answer === null) refused += 1
          const hex = Buffer.from(bytes).toString('hex')
          expect([hex, mine.error?.code, mine.error !== null]).toEqual([
            hex,
            mine.error?.code,
            answer === null,
          ])
          if (answer === null || isProto2) continue
          expect(decodeMessage(schema, name, bytes, { defaults: true })!.json).toEqual(answer.json)
        }
      }),
      { seed: 4, numRuns: 150 },
    )
    expect(refused).toBeGreaterThan(50)
  })

  it('have an example that can be written', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { schema, name } = world(seed)
        expect(encodeMessage(schema, name, exampleOf(schema, name))).toMatchObject({ ok: true })
      }),
      { seed: 5, numRuns: 60 },
    )
  })
})

describe('any bytes', () => {
  it('never throw, have one owner each, and answer every question', () => {
    fc.assert(
      fc.property(seeds, fc.uint8Array({ maxLength: 200 }), fc.nat(1000), (seed, bytes, offset) => {
        const { schema, name } = world(seed % 20)
        for (const options of [
          { offset },
          { offset, schema, message: name },
          { offset, maxDepth: 2, maxNodes: 5 },
        ]) {
          const { nodes } = walk(bytes, options)
          expect(rangeFault(nodes, offset, offset + bytes.length)).toBeNull()
          for (const node of nodes) expect(readingsOf(bytes, node, offset)).toBeDefined()
        }
        const { nodes } = walk(bytes)
        expect(askAll(bytes, nodes)).toBeGreaterThanOrEqual(0)
        expect(JSON.stringify(nodes)).toContain('[')
      }),
      { seed: 6, numRuns: 600 },
    )
  })
})
