import { readSchema } from '@qd/proto-wire'
import { describe, expect, it } from 'vitest'
import { DEFINITION } from '../testing/fake-game.ts'
import { EMPTY_DRAFT, draftOf, placeInText, readObject, withBytes, withText } from './draft.ts'
import { encodeDraft } from './encode-draft.ts'
import { withVariables } from './variables.ts'

const read = readSchema(DEFINITION.proto)
if (!read.ok) throw new Error(read.reason)
const { schema } = read
const OF = { schema, message: 'lantern.UseItemReq', kind: 'protobuf' } as const
const encode = (value: Record<string, unknown>, variables = {}) => encodeDraft(OF, draftOf(value), variables)

describe('a request that is being written', () => {
  it('keeps every digit of a number in its text', () => {
    const text = '{ "count": 9007199254740993 }'
    expect(readObject(text)).toMatchObject({ ok: true, value: { count: '9007199254740993' } })
    expect(encodeDraft(OF, withText(EMPTY_DRAFT, text), {})).toEqual({
      ok: true,
      bytes: Uint8Array.of(0x10, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10),
    })
  })

  it.each([
    ['{', 'syntax'],
    ['{"a":1,"a":2}', 'duplicate'],
    ['[1]', 'not_object'],
    ['{"__proto__":1}', 'forbidden'],
  ])('says what is wrong with %s, and the other views keep what was there', (text, code) => {
    const draft = withText(draftOf({ itemId: 5 }), text)
    expect(draft).toMatchObject({ text, fault: { code }, value: { itemId: 5 } })
    expect(encodeDraft(OF, draft, {})).toMatchObject({ ok: false, text: { code } })
  })

  it('bytes become JSON, and stay as they are where JSON cannot say them', () => {
    expect(withBytes(OF, Uint8Array.of(0x08, 0x05))).toMatchObject({
      value: { itemId: 5 },
      raw: null,
    })
    const unknown = Uint8Array.of(0x08, 0x05, 0xf8, 0x06, 0x01)
    const draft = withBytes(OF, unknown)
    expect(draft).toMatchObject({ value: { itemId: 5 }, raw: unknown })
    expect(encodeDraft(OF, draft, {})).toEqual({ ok: true, bytes: unknown })
  })

  it('names the field that does not fit, and where it stands in the text', () => {
    expect(encode({ tags: ['a', 3] })).toMatchObject({ ok: false, fault: { path: 'tags.1' } })
    const { text } = draftOf({ itemId: 1, tags: ['a', 'bcd'] })
    const place = placeInText(text, 'tags.1')!
    expect(text.slice(place.from, place.to)).toBe('"bcd"')
    expect(placeInText(text, 'tags.7')).toBeNull()
  })
})

describe('a request of a layout without protobuf', () => {
  const text = (value: string) => new TextEncoder().encode(value)

  it('is JSON whose large numbers keep their digits', () => {
    const of = { ...OF, kind: 'json' } as const
    const value = { itemId: 5, count: '9007199254740993' }
    expect(encodeDraft(of, draftOf(value), {})).toEqual({
      ok: true,
      bytes: text('{"itemId":5,"count":"9007199254740993"}'),
      body: value,
    })
    expect(encodeDraft(of, draftOf({ itemId: 'many' }), {})).toMatchObject({ fault: { path: 'itemId' } })
    expect(withBytes(of, text('{"itemId":5}'))).toMatchObject({ value: { itemId: 5 }, raw: null })
    const spaced = text('{ "itemId": 5 }')
    expect(encodeDraft(of, withBytes(of, spaced), {})).toEqual({ ok: true, bytes: spaced })
  })

  it('is bytes alone as raw', () => {
    const of = { ...OF, kind: 'raw' } as const
    expect(encodeDraft(of, draftOf({ itemId: 5 }), {})).toEqual({ ok: false, kind: 'raw' })
    const bytes = Uint8Array.of(0x81, 0xa1)
    expect(encodeDraft(of, withBytes(of, bytes), {})).toEqual({ ok: true, bytes })
  })

  it('is msgpack from JSON, and JSON from its bytes', () => {
    const of = { ...OF, kind: 'msgpack' } as const
    const draft = withText(EMPTY_DRAFT, '{ "count": 9007199254740993, "more": { "$bytes": "AQI=" } }')
    const bytes = Uint8Array.from(
      '82a5636f756e74cf0020000000000001a46d6f7265c4020102'.match(/../g)!,
      (pair) => Number.parseInt(pair, 16),
    )
    expect(encodeDraft(of, draft, {})).toEqual({ ok: true, bytes })
    expect(withBytes(of, bytes)).toMatchObject({ value: draft.value, raw: null })
    expect(encodeDraft(of, draftOf({ itemId: 'many' }), {})).toMatchObject({ fault: { path: 'itemId' } })
  })

  it.each([
    ['is none', [0x81, 0xa1], {}],
    ['is written longer than it needs', [0x81, 0xa1, 0x61, 0xcc, 0x01], { a: 1 }],
  ])('as msgpack keeps the bytes where JSON would not lead back to them: it %s', (_name, given, value) => {
    const of = { ...OF, kind: 'msgpack' } as const
    const bytes = Uint8Array.from(given)
    const draft = withBytes(of, bytes)
    expect(draft).toMatchObject({ value, raw: bytes })
    expect(encodeDraft(of, draft, {})).toEqual({ ok: true, bytes })
  })
})

describe('variables', () => {
  it('are filled in at any depth, alone or within a text', () => {
    const value = { a: '{{n}}', b: [{ c: 'x-{{ n }}-{{m}}' }], d: 1 }
    expect(withVariables(value, { n: '7', m: '' })).toEqual({
      value: { a: '7', b: [{ c: 'x-7-' }], d: 1 },
      missing: [],
    })
  })

  it('without a value are named, and nothing is encoded', () => {
    expect(encode({ itemId: '{{n}}' })).toEqual({ ok: false, missing: ['n'] })
    expect(encode({ itemId: '{{n}}' }, { n: '7' })).toMatchObject({ ok: true })
  })
})
