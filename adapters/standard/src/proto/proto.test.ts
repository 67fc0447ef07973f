import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { honestCodec } from '../../testing/lying-socket.ts'
import { HONEST_NESTED } from '../../testing/honest-data.ts'
import { hostileProto } from '../../testing/hostile-definitions.ts'
import { checkProto, MessageCodec } from '../index.ts'

const message = (fields: unknown, more: object = {}) => ({ M: { fields, ...more } })
const manyFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => [`f${at}`, { type: 'int32', id: at + 1 }]))
const manyMessages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => [`M${at}`, { fields: manyFields(500) }]))
const parse = (text: string): unknown => JSON.parse(text)

describe('checkProto', () => {
  it('rebuilds what it knows with its comments and drops other options, lost methods and odd comments', () => {
    const checked = checkProto({
      p: {
        options: { java_package: 'x' },
        nested: {
          M: {
            fields: {
              a: { type: 'int32', id: 1, options: { packed: false, ctype: 1 }, comment: 'one' },
              b: { type: 'int32', id: 2, comment: { evil: true } },
            },
            options: { deprecated: true, deprecatedBy: 'x' },
            comment: 'c'.repeat(3000),
          },
          E: { values: { A: 0, B: 1 }, comment: null, comments: { A: 'first', B: null, __proto__: 'x' } },
          S: {
            methods: {
              Do: { requestType: 'M', responseType: '.p.M', comment: 'does', options: { '(cmd)': 1 } },
              Lost: { requestType: 'M', responseType: 'Gone' },
              Odd: { requestType: 'M; }', responseType: 'M' },
            },
            comment: 'serves',
          },
          Empty: { methods: { Lost: { requestType: 'Gone', responseType: 'M' } } },
        },
      },
    })
    const a = { type: 'int32', id: 1, options: { packed: false }, comment: 'one' }
    const fields = { a, b: { type: 'int32', id: 2 } }
    const M = { fields, oneofs: {}, nested: {}, options: { deprecated: true }, comment: 'c'.repeat(2000) }
    const E = { values: { A: 0, B: 1 }, comments: { A: 'first' } }
    const Do = { requestType: 'M', responseType: '.p.M', comment: 'does' }
    const S = { methods: { Do }, comment: 'serves' }
    expect(checked).toEqual({ ok: true, messages: ['p.M'], nested: { p: { nested: { M, E, S } } } })
  })

  it('leaves out fields and messages under names that reach prototypes, and says which fields', () => {
    const fields = parse(
      '{"a":{"type":"int32","id":1},"constructor":{"type":"int32","id":2},"c":{"type":"p.__proto__","id":3}}',
    )
    const oneofs = { o: { oneof: ['a', 'constructor'] } }
    const nested = {
      M: { fields, oneofs },
      N: { fields: {} },
      ...(parse('{"prototype":{"fields":{}}}') as object),
    }
    const taken = [{ path: ['nested', 'p', 'nested', 'N', 'fields'], names: ['__proto__'] }]
    expect(checkProto({ p: { nested } }, taken)).toEqual({
      ok: true,
      messages: ['p.M', 'p.N'],
      nested: {
        p: {
          nested: {
            M: {
              fields: { a: { type: 'int32', id: 1 } },
              oneofs: { o: { oneof: ['a'] } },
              nested: {},
              leftOut: ['constructor', 'c'],
            },
            N: { fields: {}, oneofs: {}, nested: {}, leftOut: ['__proto__'] },
          },
        },
      },
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', 'x'],
    ['a list', []],
    ['no message', { p: { nested: {} } }],
    ['a poisoned name', parse('{"__proto__":{"fields":{}}}')],
    ['a constructor', { constructor: { fields: {} } }],
    ['a name that is code', { 'M(){}': { fields: {} } }],
    ['a field name that is code', message({ 'a;alert(1)': { type: 'int32', id: 1 } })],
    ['a type that is code', message({ a: { type: 'int32;x', id: 1 } })],
    ['id 0', message({ a: { type: 'int32', id: 0 } })],
    ['a fractional id', message({ a: { type: 'int32', id: 1.5 } })],
    ['a text id', message({ a: { type: 'int32', id: '1' } })],
    ['an id beyond the format', message({ a: { type: 'int32', id: 536_870_912 } })],
    ['an id twice', message({ a: { type: 'int32', id: 1 }, b: { type: 'int32', id: 1 } })],
    ['an unknown rule', message({ a: { type: 'int32', id: 1, rule: 'often' } })],
    ['a float map key', message({ a: { type: 'int32', id: 1, keyType: 'double' } })],
    ['a oneof of nothing', message({}, { oneofs: { o: { oneof: ['ghost'] } } })],
    ['an enum of text', { E: { values: { A: 'x' } }, ...message({}) }],
    ['an empty enum', { E: { values: {} }, ...message({}) }],
    [
      'a field and a type of one name',
      message({ a: { type: 'int32', id: 1 } }, { nested: { a: { fields: {} } } }),
    ],
    ['fields that are a list', message([])],
    ['501 fields in one message', message(manyFields(501))],
    ['30500 fields in all', manyMessages(61)],
    ['deep nesting', parse(hostileProto('deep'))],
    [
      '5001 types',
      Object.fromEntries(Array.from({ length: 5001 }, (_none, at) => [`M${at}`, { fields: {} }])),
    ],
  ])('[T12] refuses %s', (_what, nested) => {
    const input =
      nested !== null && typeof nested === 'object' && 'cmds' in nested
        ? (nested as { nested?: unknown }).nested
        : nested
    expect(checkProto(input)).toMatchObject({ ok: false, reason: expect.any(String) })
  })

  it('[T12] mutated definitions never throw anything but their refusal, and pollute nothing', () => {
    const text = JSON.stringify(HONEST_NESTED)
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      '__proto__',
      'nested',
      ':',
      '1',
      'fields',
      '[]',
      'null',
      'int32',
      '.',
    )
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(30), piece, (at, cut, insert) => {
        let nested: unknown
        try {
          nested = JSON.parse(text.slice(0, at) + insert + text.slice(at + cut))
        } catch {
          // Most mutations are no JSON; the reader before this one refuses them.
          return
        }
        const checked = checkProto(nested)
        if (!checked.ok) return
        try {
          expect(new MessageCodec(checked.nested, checked.messages, []).errorType).toBeDefined()
        } catch (error) {
          expect(String(error)).toMatch(/no such|duplicate|invalid|illegal/i)
        }
      }),
      { seed: 121, numRuns: 5000 },
    )
    expect(({} as Record<string, unknown>).fields).toBeUndefined()
  })
})

describe('message codec', () => {
  const codec = honestCodec()
  const echo = fc.record({
    text: fc.string({ unit: 'grapheme' }),
    big: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    mood: fc.constantFrom('CALM', 'BRIGHT'),
    list: fc.array(fc.nat(0xff_ff_ff_ff)),
    raw: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    scores: fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.double({ noNaN: true }))
      .map((map) => ({ ...map })),
    inner: fc.constant(null),
  })

  it('reads back every value it wrote, int64 exactly', () => {
    fc.assert(
      fc.property(echo, (value) => {
        const encoded = codec.encode('honest.EchoReq', value)
        if (!encoded.ok) throw new Error(encoded.reason)
        expect(codec.decode('honest.EchoReq', encoded.bytes)).toEqual({ ok: true, value })
      }),
      { seed: 722 },
    )
  })

  it.each<[unknown, string]>([
    [{ list: [1, -1] }, 'list.1'],
    [{ list: {} }, 'list'],
    [{ mood: 'ANGRY' }, 'mood'],
    [{ inner: { inner: { text: 1 } } }, 'inner.inner.text'],
    [{ scores: { a: 'x' } }, 'scores.a'],
    [{ scores: [1] }, 'scores'],
    [{ big: 2 ** 53 }, 'big'],
    [{ big: '1.5' }, 'big'],
    [{ toString: 1 }, 'toString'],
    [parse('{"__proto__":{"x":1}}'), '__proto__'],
  ])('refuses to write %j and names %s', (value, field) => {
    expect(codec.encode('honest.EchoReq', value)).toMatchObject({ ok: false, field })
  })

  it('[T12] never throws on random bytes, for any message', () => {
    const names = fc.constantFrom('honest.EchoReq', 'honest.EnterRes', 'honest.Change', 'honest.Ghost', '')
    fc.assert(
      fc.property(names, fc.uint8Array({ maxLength: 300 }), (name, body) => {
        expect(codec.decode(name, body)).toHaveProperty('ok')
        expect(codec.decodeError(body)).toHaveProperty('ok')
      }),
      { seed: 12, numRuns: 5000 },
    )
  })

  it('[T12] refuses a body that swells into too many values, and one nested too deep', () => {
    const elements = Buffer.concat(Array.from({ length: 150_000 }, () => Buffer.from([0x12, 0x00])))
    expect(codec.decode('honest.EnterRes', elements)).toMatchObject({ ok: false })
    let body = Buffer.alloc(0)
    for (let depth = 0; depth < 90; depth += 1) {
      const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
      body = Buffer.concat([Buffer.from([0x22, ...length]), body])
    }
    expect(codec.decode('honest.EchoReq', body)).toMatchObject({ ok: false })
  })
})
