import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, detectFormat, encodeText, fromJson, inflate, shownText, toJson } from '../src/index.ts'
import type { ValueFormat } from '../src/index.ts'
import { ofHex, ofLatin } from './bytes-of.ts'
import { JAVA, MSGPACK, PACKED, PHP, PICKLE } from './fixtures.ts'

function shown(format: ValueFormat, bytes: Uint8Array): unknown {
  const read = decode(format, bytes)
  if (!read.ok) throw new Error(`${read.fault.code} at ${read.fault.at}`)
  return JSON.parse(toJson(read.node))
}
const java = (name: keyof typeof JAVA): unknown => shown('java', ofHex(JAVA[name]))
const pickle = (name: keyof typeof PICKLE): unknown => shown('pickle', ofHex(PICKLE[name]))

describe('Java', () => {
  it('shows an object with a field of every type', () => {
    expect(java('player')).toMatchObject({
      $class: 'Fx$Player',
      b: -1,
      c: 'é',
      d: 1.5,
      level: 42,
      s: -300,
      vip: true,
      name: 'Ann 世界',
      none: null,
      rank: {
        $is: 'Fx$Rank',
        value: 'GOLD',
      },
      raw: { $base64: 'AP8=' },
      slots: [1, 2, 3],
      tags: ['a', null, 'a'],
      self: { $is: 'same as' },
    })
    const read = decode('java', ofHex(JAVA.player))
    expect(read.ok && toJson(read.node)).toContain('"gold": 9007199254740993')
  })

  it('shows what classes write by themselves', () => {
    const tail = { $class: 'java.lang.Integer', value: 7 }
    expect(java('hashMap')).toMatchObject({
      '(data)': expect.arrayContaining(['uId', '100001', 'level', tail]),
    })
    expect(java('odd')).toEqual({ $class: 'Fx$Odd', x: 1, '(data)': [{ $base64: 'AAAATQ==' }, 'tail'] })
    expect(java('several')).toEqual(['x', null, { $base64: 'AAAABQ==' }, 'x'])
    expect(java('grid')).toEqual([[1, 2], [3]])
  })

  it.each(Object.keys(JAVA) as (keyof typeof JAVA)[])('reads %s to its end', (name) => {
    expect(java(name)).not.toBeNull()
    expect(detectFormat(ofHex(JAVA[name]))).toBe('java')
  })
})

describe('Pickle', () => {
  it.each([0, 1, 2, 3, 4, 5] as const)('protocol %i is read', (protocol) => {
    expect(pickle(`rich${protocol}`)).toMatchObject({
      uId: '100001',
      n: null,
      t: true,
      f: false,
      neg: -1,
      i16: 300,
      i32: 7e4,
      d: 1.5,
      tuple: [1],
      t0: [],
      nan: { $float: 'NaN' },
      inf: { $float: '-Infinity' },
      list: [1, [2, []]],
      t4: [1, 2, 3, 4],
      text: '世界 \n\\',
      dict: {
        $map: [
          [1, 'a'],
          [[1, 2], 'b'],
        ],
      },
      a: ['s'],
      b: { $is: 'same as' },
    })
  })

  it.each(['evil0', 'evil4'] as const)('%s is shown and not run', (name) => {
    expect(pickle(name)).toEqual({ $class: 'posix.system', args: ['echo pwned'] })
  })

  it('shows objects by their names', () => {
    const player = { $class: 'game.model.Player', name: 'Ann 世界', level: 42 }
    expect(pickle('player2')).toMatchObject(player)
    expect(pickle('player4')).toMatchObject(player)
    expect(pickle('decimal')).toEqual({ $class: 'decimal.Decimal', args: ['1.50'] })
    expect(pickle('latin0')).toBe('é\n世')
    expect(pickle('loop')).toEqual([{ $is: 'same as', value: 0 }])
    expect(pickle('sets')).toMatchObject([
      { $is: 'set', value: [1] },
      { $is: 'frozenset' },
      { $is: 'bytearray' },
    ])
  })
})

describe('PHP', () => {
  it.each(Object.entries(PHP))('%s is read and written byte for byte', (_name, text) => {
    const bytes = ofLatin(text)
    const read = decode('php', bytes)
    expect(read).toMatchObject({ ok: true, isExact: true })
    if (!read.ok) return
    expect(encodeText('php', shownText('php', read.node), read.node)).toEqual({ ok: true, bytes })
    expect(detectFormat(bytes)).toBe('php')
  })

  it('shows classes, hidden names and references', () => {
    expect(shown('php', ofLatin(PHP.object))).toEqual({
      $class: 'Player',
      name: 'Ann',
      '\0*\0gold': 5,
      '\0Player\0rank': {
        $is: 'enum',
        value: 'Rank:Gold',
      },
    })
    expect(shown('php', ofLatin(PHP.references))).toMatchObject([[1], { $is: 'reference', value: 2 }, {}])
  })

  it('keeps classes and ways of numbers when one value is edited', () => {
    const read = decode('php', ofLatin(PHP.object))
    if (!read.ok) throw new Error(read.fault.code)
    const edited = shownText('php', read.node).replace('": 5', '": 6')
    expect(encodeText('php', edited, read.node)).toEqual({
      ok: true,
      bytes: ofLatin(PHP.object.replace('i:5', 'i:6')),
    })
  })
})

describe('MsgPack', () => {
  it.each(Object.keys(MSGPACK) as (keyof typeof MSGPACK)[])('%s leads back', (name) => {
    const bytes = ofHex(MSGPACK[name])
    const read = decode('msgpack', bytes)
    expect(read).toMatchObject({ ok: true, isExact: true })
    if (read.ok)
      expect(encodeText('msgpack', shownText('msgpack', read.node), read.node)).toEqual({ ok: true, bytes })
  })

  it('shows times and takes them back in as many bytes', () => {
    const read = decode('msgpack', ofHex(MSGPACK.time))
    if (!read.ok) throw new Error(read.fault.code)
    const text = shownText('msgpack', read.node)
    expect(JSON.parse(text)).toEqual({ $is: 'timestamp', value: '2026-01-02T00:00:00Z' })
    const edited = encodeText('msgpack', text.replace(':00Z', ':00.5Z'), read.node)
    expect(edited.ok && shown('msgpack', edited.bytes)).toMatchObject({ value: '2026-01-02T00:00:00.5Z' })
    expect(encodeText('msgpack', text.replace('2026-01', 'soon'), read.node)).toMatchObject({ ok: false })
    fc.assert(
      fc.property(
        fc.constantFrom(4, 8, 12),
        fc.uint8Array({ minLength: 12, maxLength: 12 }),
        (length, random) => {
          const head = { 4: [0xd6], 8: [0xd7], 12: [0xc7, 12] }[length]!
          const bytes = Uint8Array.from([...head, 0xff, ...random.subarray(0, length)])
          expect(decode('msgpack', bytes)).toMatchObject({ ok: true, isExact: true })
        },
      ),
    )
  })

  it('keeps whole numbers of 64 bits', () => {
    const read = decode('msgpack', ofHex(MSGPACK.rich))
    const text = read.ok ? toJson(read.node) : ''
    expect(text).toContain('18446744073709551615')
    expect(text).toContain('-9223372036854775808')
    expect(fromJson(text, null)).toMatchObject({ ok: true })
  })
})

describe('packed by other programs', () => {
  const expected = Uint8Array.from(Buffer.from('the quick brown fox, 狐狸 '.repeat(12)))
  it.each(Object.entries(PACKED))('%s', async (name, hex) => {
    const compression = name.startsWith('lz4') ? 'lz4' : 'snappy'
    expect(await inflate(compression, ofHex(hex))).toEqual({ ok: true, bytes: expected })
  })
})
