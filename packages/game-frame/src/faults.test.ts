import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import { describe, expect, it } from 'vitest'
import { bytes, hexOf } from '../testing/hex.ts'
import { FRAME_PRESETS, openFrames, QD1, readDescriptor } from './index.ts'
import type { FrameDescriptor } from './index.ts'

const preset = (name: string) => FRAME_PRESETS.get(name)!
const CRC: FrameDescriptor = {
  name: 'crc',
  header: [
    { name: 'length', type: 'varint' },
    { name: 'cmd', type: 'u8' },
    { name: 'crc', type: 'u16', at: 'end', check: { kind: 'crc16-modbus', over: 'body' } },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 100,
}
const STATIC: FrameDescriptor = { ...QD1, header: [{ name: 'const', type: 'u8', value: 7 }, ...QD1.header] }
const CLOSED: FrameDescriptor = {
  ...preset('leaf'),
  header: [...preset('leaf').header, { name: 'const', type: 'u8', value: 0x0d, at: 'end' }],
}

type Row = [layout: FrameDescriptor, hex: string, told: [fault: string, offset: number, reason: string]]

describe('faults of a stream', () => {
  const good = '0000000b 00000001 00000001 5144 00'
  it.each<Row>([
    [QD1, '00000005', ['too_short', 0, 'frame says 9 bytes, its header alone has 15']],
    [QD1, good + '40000000', ['too_long', 15, 'frame says 1073741828 bytes, the limit is 1048576']],
    [QD1, '0000000b 00000001 00000001 5753', ['wrong_marker', 12, 'marker is 0x5753, not 0x5144']],
    [STATIC, '08', ['wrong_marker', 0, 'const is 0x8, not 0x7']],
    [CRC, 'ffffffffffffffffffff', ['bad_number', 0, 'length is no number of 64 bits']],
    [CRC, 'ffffffff0f', ['too_long', 0, 'frame says 4294967300 bytes, the limit is 100']],
    [CRC, '02 05', ['too_short', 0, 'frame says 3 bytes, its header alone has 4']],
    [preset('pomelo'), '04 000003 06 09 61', ['too_short', 0, 'frame says 7 bytes, its header alone has 15']],
    [preset('pomelo'), '04 000002 04 80', ['too_short', 0, 'frame says 6 bytes, its header alone has 7']],
    [preset('leaf-ws'), '07', ['too_short', 0, 'frame says 1 bytes, its header alone has 2']],
    [CLOSED, '0003 0001 0a', ['wrong_marker', 4, 'const is 0xa, not 0xd']],
  ])('%j %s is refused: %j', (layout, hex, [fault, offset, reason]) => {
    const found = openFrames(layout).push('reply', bytes(hex))
    expect(found).toMatchObject({ ok: false, fault, offset, reason })
    // One byte at a time the same is said.
    if (layout.transport === 'websocket' && layout.header[0]?.name === 'cmd') return
    const slow = openFrames(layout)
    const last = [...bytes(hex)].map((byte) => slow.push('reply', Uint8Array.of(byte))).at(-1)
    expect(last).toMatchObject({ ok: false, fault, offset, reason })
  })

  it('a length of 1 GiB keeps nothing, a frame below the limit only what has come', async () => {
    const refused = openFrames(QD1)
    expect(refused.push('reply', bytes('40000000')).ok).toBe(false)
    expect(refused.pendingBytes('reply')).toBe(0)
    const script = join(import.meta.dirname, '../testing/announce-frames.ts')
    const { keptBytes, pendingBytes } = await measure<{ keptBytes: number; pendingBytes: number[] }>(script)
    // 200 frames of 1 MiB are announced; each waits with one buffer of at most 64 KiB.
    expect(keptBytes).toBeLessThan(200 * 70_000)
    expect(pendingBytes).toEqual(Array.from({ length: 200 }, () => 15))
  })

  it('a message that is no frame says nothing about the next', () => {
    const frames = openFrames(preset('leaf-ws'))
    expect(frames.push('reply', bytes('07')).ok).toBe(false)
    expect(frames.push('reply', bytes('0007')).frames).toMatchObject([{ cmd: 7, offset: 1 }])
    expect(frames.push('reply', new Uint8Array(4097))).toMatchObject({ fault: 'too_long', offset: 3 })
  })

  it('skips what is no frame to the next marker, and says what was wrong', () => {
    const frames = openFrames({ ...QD1, resync: true })
    const { ok, frames: got, skipped } = frames.push('reply', bytes(`${good} ffff ${good} 00000001 ${good}`))
    expect(ok).toBe(true)
    expect(got.map(({ offset }) => offset)).toEqual([0, 17, 36])
    expect(skipped).toEqual([
      { offset: 15, bytes: 2, fault: 'too_long', reason: expect.stringContaining('the limit is') },
      { offset: 32, bytes: 4, fault: 'too_short', reason: expect.stringContaining('its header alone') },
    ])
  })
})

describe('problems of one frame', () => {
  it.each<Row>([
    [CRC, '04 05 aa 0000', ['bad_crc', 3, 'the check number is 0x0, the bytes give 0x3f3f']],
    [
      preset('iogame'),
      '0801 18',
      ['bad_envelope', 3, 'the envelope cannot be read: it ends within a number'],
    ],
    [
      preset('iogame'),
      '32 05 01',
      ['bad_envelope', 0, 'the envelope cannot be read: field 6 ends behind the message'],
    ],
    [preset('iogame'), '1a 01 00', ['bad_envelope', 0, 'the envelope cannot be read: field 3 is no number']],
    [preset('iogame'), '30 01', ['bad_envelope', 0, 'the envelope cannot be read: field 6 is no body']],
    [preset('nakama'), '07 01', ['bad_envelope', 0, 'the envelope cannot be read: field 0 is none']],
    [preset('nakama'), '0f', ['bad_envelope', 1, 'the envelope cannot be read: wire type 7 is none']],
    [
      { ...QD1, cipher: { kind: 'aes-cbc', key: { hex: '00'.repeat(16) } } },
      '0000000d 00000001 00000001 5144 00 0102',
      ['bad_cipher', 15, 'the body cannot be deciphered: '],
    ],
  ])('%j %s has the problem %j, and the next frame is read', (layout, hex, [fault, offset, reason]) => {
    const frames = openFrames(layout)
    const found = frames.push('reply', bytes(hex))
    expect(found.ok).toBe(true)
    expect(found.frames[0]?.problem).toMatchObject({ fault, offset, reason: expect.stringContaining(reason) })
    expect(hexOf(found.frames[0]!.raw)).toBe(hex.replaceAll(' ', ''))
    expect(frames.push('reply', bytes(hex)).frames[0]?.offset).toBe(found.frames[0]!.raw.length)
  })
})

describe('numbers above 2^53', () => {
  const wide: FrameDescriptor = {
    name: 'wide',
    header: ['length', 'cmd', 'seq', 'custom'].map((name) => ({
      name: name as 'cmd',
      type: name === 'seq' ? 'varint' : 'u64',
      endian: 'little',
    })),
    lengthCovers: 'all',
    maxFrameBytes: 100,
  }

  it('stand exactly as text beside the frame', () => {
    const fields = { cmd: '9007199254740993', seq: '18446744073709551615', custom: '18446744073709551615' }
    const frames = openFrames(wide)
    const wire = frames.encode('request', { cmd: 1, seq: 1, status: 0, body: bytes('01'), fields })
    expect(frames.push('request', wire).frames[0]).toMatchObject({ fields, cmd: 9_007_199_254_740_992 })
    expect(() =>
      frames.encode('request', {
        cmd: 1,
        seq: 1,
        status: 0,
        body: bytes(''),
        fields: { cmd: '18446744073709551616' },
      }),
    ).toThrow('cmd 18446744073709551616 does not fit u64')
  })
})

describe('reading a layout', () => {
  const leaf = preset('leaf')
  const at = (index: number, field: object) => ({
    ...leaf,
    header: leaf.header.with(index, { ...leaf.header[index]!, ...field }),
  })

  it.each<[unknown, string, string]>([
    [null, '', 'must be an object'],
    [{ ...leaf, header: undefined }, 'header', 'is missing'],
    [{ ...leaf, surprise: 1 }, 'surprise', 'is not known'],
    [{ ...leaf, constructor: 1 }, 'constructor', 'is not known'],
    [JSON.parse('{"__proto__":{}}'), '__proto__', 'is not known'],
    [{ ...leaf, name: 'two words' }, 'name', 'must be up to 40 letters, digits, _, . or -'],
    [{ ...leaf, header: {} }, 'header', 'must be a list'],
    [at(1, { type: 'u64s' }), 'header.1.type', 'must be one of u8, u16, u24, u32, u64, varint, text8'],
    [at(0, { value: -1 }), 'header.0.value', 'must be a whole number up to 2^53, or its digits'],
    [at(0, { value: 70_000 }), 'header', 'the value of length does not fit u16'],
    [
      at(0, { label: '__proto__' }),
      'header.0.label',
      'must be a letter and up to 39 letters, digits, _ or -',
    ],
    [
      at(1, { when: { field: 'flags', is: [1] } }),
      'header',
      'cmd depends on flags, which does not stand before it',
    ],
    [at(0, { at: 'end' }), 'header', 'length cannot stand behind the body'],
    [{ ...leaf, lengthCovers: undefined }, 'header', 'lengthCovers is missing'],
    [{ ...leaf, resync: true }, 'header', 'resync needs a length and a marker with a value at a fixed place'],
    [{ ...leaf, maxFrameBytes: 2 ** 40 }, 'maxFrameBytes', 'must be a whole number from 8 to 16777216'],
    [
      { ...leaf, cipher: { kind: 'rot13', key: { hex: '00' } } },
      'cipher.kind',
      'must be one of xor, rc4, aes-cbc, aes-ctr, aes-ecb',
    ],
    [
      { ...leaf, cipher: { kind: 'rc4', key: { hex: '0' } } },
      'cipher.key',
      'must be {hex}, {text} or {reply, path}',
    ],
    [
      { ...leaf, cipher: { kind: 'aes-ecb', key: { hex: '00' } } },
      'cipher.key',
      'a key of aes has 16, 24 or 32 bytes, not 1',
    ],
    [
      { ...preset('iogame'), cipher: { kind: 'rc4', key: { hex: '00' }, clear: [1] } },
      'cipher.clear',
      'needs a command in the header of every frame',
    ],
    [{ ...leaf, compression: { kind: 'zlib', flag: 1 } }, 'header', 'a compression flag needs a flags field'],
    [
      { ...leaf, compression: { kind: 'deflate' } },
      'header',
      'deflate cannot be told from other bytes without a flag',
    ],
    [{ ...leaf, envelope: { cmd: { field: 1 } } }, 'envelope.body', 'is missing'],
    [
      { ...leaf, envelope: { cmd: { field: 1 }, body: { field: 1 } } },
      'envelope',
      'two parts have the same field number',
    ],
    [{ ...leaf, routes: { a: -1 } }, 'routes.a', 'must be a whole number from 0 to 4294967295'],
    [
      { ...leaf, heartbeat: { cmd: 1, everySeconds: 0 } },
      'heartbeat.everySeconds',
      'must be a whole number from 1 to 3600',
    ],
  ])('%j is wrong at %s: %s', (data, path, reason) => {
    expect(readDescriptor(data)).toEqual({ ok: false, path, reason })
  })
})
