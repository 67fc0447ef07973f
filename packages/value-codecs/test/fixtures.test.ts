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
    expect(pickle('wide0')).toBe('😀\\U0001f600 é\n')
    expect(pickle('loop')).toEqual([{ $is: 'same as', value: 0 }])
    expect(pickle('sets')).toMatchObject([
      { $is: 'set', value: [1] },
      { $is: 'frozenset' },
      { $is: 'bytearray' },
    ])
  })
})

/** As CPython 3.11 reads them. */
describe('escapes of texts in Pickle', () => {
  const read = (text: string) => shown('pickle', ofLatin(text))
  it.each([
    ['V\\U0001f600\n.', '😀'],
    ['V\\\\u0041\\u0041\n.', '\\\\u0041A'],
    ['V\\x\n.', '\\x'],
    ["S'a\\x41\\101\\n\\q\\''\n.", "aAA\n\\q'"],
    ['S"\\a\\b\\f\\v\\0"\n.', '\x07\b\f\v\0'],
  ])('%j is %j', (text, value) => expect(read(text)).toBe(value))

  it.each(['V\\u12\n.', 'V\\U00110000\n.', 'V\\Ud83d\n.', "S'\\x4'\n.", "S'\\X41\n."])(
    '%j is refused',
    (text) => expect(() => read(text)).toThrow(/^invalid at /),
  )
})

const edited = (text: string, edit: (json: string) => string) => {
  const read = decode('php', ofLatin(text))
  if (!read.ok) throw new Error(read.fault.code)
  const made = encodeText('php', edit(shownText('php', read.node)), read.node)
  return made.ok ? Buffer.from(made.bytes).toString('latin1') : made.fault.code
}

describe('references of PHP', () => {
  // serialize() of PHP 8.2: an object that holds itself, stands twice, and an array that is one with another.
  const TEXT =
    'a:5:{s:4:"gold";i:5;s:1:"a";O:8:"stdClass":1:{s:4:"self";r:3;}s:1:"b";r:3;s:1:"r";a:1:{s:1:"n";i:1;}s:1:"s";R:6;}'
  const swap = (from: string, to: string) => (json: string) => {
    if (!json.includes(from)) throw new Error(`${from} is not in ${json}`)
    return json.replace(from, to)
  }

  it.each([
    ['a number in front of them', swap('"gold": 5', '"gold": 6'), TEXT.replace('i:5', 'i:6')],
    ['a number by a text', swap('"gold": 5', '"gold": "x"'), TEXT.replace('i:5', 's:1:"x"')],
    ['what they mean', swap('"n": 1', '"n": 7'), TEXT.replace('i:1;', 'i:7;')],
    ['a key in front of them is another', swap('"gold"', '"gems"'), 'references'],
    ['an entry in front of them', swap('"gold": 5', '"new": 1,\n"gold": 5'), 'references'],
    ['an entry less in front of them', swap('"gold": 5,', ''), 'references'],
    ['a list for a number in front of them', swap('"gold": 5', '"gold": [1]'), 'references'],
    ['a number that means nothing yet', swap('"value": 6', '"value": 60'), 'references'],
    ['an object that is none', swap('"value": 3', '"value": 2'), 'references'],
    ['a number below one', swap('"value": 6', '"value": 0'), 'references'],
    [
      'an entry behind all of them',
      (json: string) => json.replace(/\}\s*$/, ', "z": 1}'),
      `${TEXT.slice(0, -1)}s:1:"z";i:1;}`.replace('a:5', 'a:6'),
    ],
  ])('%s', (_what, edit, wanted) => expect(edited(TEXT, edit)).toBe(wanted))

  it('what a class wrote by itself counts too: nothing moves around it', () => {
    const custom = 'a:3:{i:0;C:1:"A":14:{x:O:1:"B":0:{}}i:1;i:1;i:2;r:3;}'
    expect(edited(custom, swap('1,', '2,'))).not.toBe('references')
    expect(edited(custom, swap('"value": 3', '"value": 2'))).toBe('references')
    expect(edited(custom, swap('x:O', 'y:O'))).toBe('references')
  })

  it('a value that gets its first references is checked as well', () => {
    const typed = (number: number) => swap('2', `{"$is": "reference", "value": ${number}}`)
    expect(edited('a:2:{i:0;i:1;i:1;i:2;}', typed(2))).toBe('a:2:{i:0;i:1;i:1;R:2;}')
    expect(edited('a:2:{i:0;i:1;i:1;i:2;}', typed(9))).toBe('references')
  })
})

describe('digits beyond the largest number', () => {
  const LIKE: Record<string, Uint8Array> = {
    msgpack: ofHex('91cb3ff8000000000000'),
    php: ofLatin('a:1:{i:0;d:1.5;}'),
    float32: ofHex('0000c03f'),
    float64: ofHex('000000000000f83f'),
  }
  it.each(Object.entries(LIKE))('%s refuses them with their place', (name, bytes) => {
    const format = name as ValueFormat
    const read = decode(format, bytes)
    if (!read.ok) throw new Error(read.fault.code)
    const text = shownText(format, read.node)
    for (const digits of ['1e400', '-1e400', '1e309', `1${'0'.repeat(400)}`]) {
      const made = encodeText(format, text.replace('1.5', digits), read.node)
      expect([digits, made]).toMatchObject([
        digits,
        { ok: false, fault: { code: 'range', at: text.indexOf('1.5') } },
      ])
    }
    const named = encodeText(format, text.replace('1.5', '{"$float": "-Infinity"}'), read.node)
    expect(named).toMatchObject({ ok: true })
    if (format === 'float32')
      expect(encodeText(format, text.replace('1.5', '1e39'), read.node)).toMatchObject({
        fault: { code: 'range' },
      })
  })
})

describe('texts that are no UTF-8', () => {
  it.each([
    ['{"a":"\xff"}', 6],
    ['["\xe4\xb8"]', 2],
    ['["ok\xed\xa0\x80"]', 4],
    ['\xc0\x80', 0],
  ])('%j is refused at byte %i, as JSON and as text', (text, at) => {
    for (const format of ['json', 'text'] as const)
      expect(decode(format, ofLatin(text))).toMatchObject({ ok: false, fault: { code: 'notUtf8', at } })
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
    expect(await inflate(compression, ofHex(hex))).toMatchObject({ ok: true, bytes: expected })
  })
})
