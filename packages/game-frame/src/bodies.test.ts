import { createCipheriv } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytes, hexOf } from '../testing/hex.ts'
import { openFrames, QD1 } from './index.ts'
import type { Frame, FrameCipher, FrameCompression, FrameDescriptor } from './index.ts'

const frame = (part: Partial<Frame> = {}): Frame => ({
  cmd: 5,
  seq: 1,
  status: 0,
  body: bytes('0801'),
  ...part,
})
const text = (content: string) => new TextEncoder().encode(content)
const FLAGGED: FrameDescriptor = {
  name: 'flagged',
  header: [
    { name: 'length', type: 'u32' },
    { name: 'cmd', type: 'u16' },
    { name: 'seq', type: 'u16' },
    { name: 'flags', type: 'u8' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 65_536,
}
const KEY16 = '000102030405060708090a0b0c0d0e0f'
const ciphered = (cipher: FrameCipher): FrameDescriptor => ({ ...QD1, name: 'ciphered', cipher })
const bodyOf = (wire: Uint8Array) => wire.slice(14)

describe('ciphers', () => {
  it.each([
    // The vectors that every RC4 is tried with.
    ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
    ['Wiki', 'pedia', '1021bf0420'],
  ])('rc4 with the key %s writes %s as %s', (key, content, sealed) => {
    const layout = ciphered({ kind: 'rc4', key: { text: key } })
    const wire = openFrames(layout).encode('request', frame({ body: text(content) }))
    expect(hexOf(bodyOf(wire))).toBe(sealed)
    expect(openFrames(layout).push('request', wire).frames[0]?.body).toEqual(text(content))
  })

  it('xor repeats its key from the start of each body', () => {
    const layout = ciphered({ kind: 'xor', key: { hex: '0ff0' } })
    const ends = openFrames(layout)
    const wires = [1, 2].map((seq) =>
      hexOf(bodyOf(ends.encode('request', frame({ seq, body: bytes('000000') })))),
    )
    expect(wires).toEqual(['0ff00f', '0ff00f'])
  })

  it.each(['xor', 'rc4', 'aes-ctr'] as const)('%s goes on from frame to frame when it shall', (kind) => {
    const layout = ciphered({ kind, key: { hex: KEY16 }, continues: true })
    const [client, server] = [openFrames(layout), openFrames(layout)]
    const bodies = [3, 5, 16, 33, 0, 7].map((size) => new Uint8Array(size))
    const wires = bodies.map((body, index) => client.encode('request', frame({ seq: index + 1, body })))
    const streams = wires.map((wire) => hexOf(bodyOf(wire))).join('')
    const once = openFrames(layout).encode('request', frame({ body: new Uint8Array(64) }))
    expect(streams).toBe(hexOf(bodyOf(once)))
    const got = wires.flatMap((wire) => server.push('request', wire).frames.map(({ body }) => body))
    expect(got).toEqual(bodies)
    // The replies have a stream of their own.
    const reply = server.encode('reply', frame({ body: bytes('0102') }))
    expect(client.push('reply', reply).frames[0]?.body).toEqual(bytes('0102'))
  })

  it.each([
    ['aes-cbc', 'aes-128-cbc', KEY16],
    ['aes-ctr', 'aes-128-ctr', KEY16],
    ['aes-ecb', 'aes-128-ecb', KEY16],
    ['aes-cbc', 'aes-256-cbc', KEY16 + KEY16],
    ['aes-ctr', 'aes-192-ctr', KEY16 + KEY16.slice(16)],
  ] as const)('%s writes the same bytes as %s of OpenSSL', (kind, name, hex) => {
    const iv = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'
    const layout = ciphered({ kind, key: { hex }, ...(kind === 'aes-ecb' ? {} : { iv }) })
    const body = text('player 30110007971 enters s123')
    const wire = openFrames(layout).encode('reply', frame({ body }))
    const peer = createCipheriv(name, bytes(hex), kind === 'aes-ecb' ? null : bytes(iv))
    expect(hexOf(wire.slice(15))).toBe(Buffer.concat([peer.update(body), peer.final()]).toString('hex'))
    expect(openFrames(layout).push('reply', wire).frames[0]?.body).toEqual(body)
  })

  it.each(['aes-cbc', 'aes-ctr'] as const)('%s may bring its first block with each body', (kind) => {
    const layout = ciphered({ kind, key: { hex: KEY16 }, iv: 'prefix' })
    const ends = openFrames(layout)
    const [one, other] = [ends.encode('request', frame()), ends.encode('request', frame())]
    expect(hexOf(one)).not.toBe(hexOf(other))
    for (const wire of [one, other]) {
      expect(openFrames(layout).push('request', wire).frames[0]).toMatchObject({ body: bytes('0801') })
    }
  })

  it.each<[string, NonNullable<FrameDescriptor['body']>, (number | string)[] | undefined, Uint8Array]>([
    ['protobuf', 'protobuf', [2, 1], bytes('0801 1208 0a06 736563726574')],
    ['JSON', 'json', ['auth', 'key'], text('{"auth":{"key":"secret"}}')],
    ['MessagePack', 'msgpack', ['key'], bytes('81 a3 6b6579 c406 736563726574')],
    ['the whole body', 'raw', undefined, text('secret')],
  ])('the key comes with a reply: %s', (_told, body, path, handshake) => {
    const layout = { ...ciphered({ kind: 'rc4', key: { reply: 5, ...(path ? { path } : {}) } }), body }
    const [client, server] = [openFrames(layout), openFrames(layout)]
    const plain = server.encode('reply', frame({ body: handshake }))
    const sealed = server.encode('reply', frame({ cmd: 6 }))
    expect(hexOf(sealed)).not.toContain('0801')
    // Both may come in one message: the second is read with the key of the first.
    const { frames } = client.push('reply', Buffer.concat([plain, sealed]))
    expect(frames.map((each) => hexOf(each.body))).toEqual([hexOf(handshake), '0801'])
    const asked = client.encode('request', frame({ cmd: 6 }))
    expect(server.push('request', asked).frames[0]?.body).toEqual(bytes('0801'))
  })

  it('a reply without the key says so and leaves bodies in the clear', () => {
    const layout = ciphered({ kind: 'aes-ctr', key: { reply: 5, path: [3] } })
    const client = openFrames(layout)
    const wire = openFrames(layout).encode('reply', frame())
    expect(client.push('reply', wire).frames[0]?.problem).toEqual({
      fault: 'bad_key',
      offset: 15,
      reason: 'no key: the reply has no text or bytes at 3',
    })
    expect(client.push('reply', wire).frames[0]?.body).toEqual(bytes('0801'))
  })

  it('named commands stay in the clear', () => {
    const layout = ciphered({ kind: 'xor', key: { hex: 'ff' }, clear: [5] })
    const ends = openFrames(layout)
    expect(hexOf(bodyOf(ends.encode('request', frame())))).toBe('0801')
    expect(hexOf(bodyOf(ends.encode('request', frame({ cmd: 6 }))))).toBe('f7fe')
  })

  it('refuses a key that does not fit, and one for a layout without cipher', () => {
    const cbc = openFrames(ciphered({ kind: 'aes-cbc', key: { reply: 5 } }))
    expect(() => cbc.setKey(bytes('00'))).toThrow('a key of aes has 16, 24 or 32 bytes, not 1')
    expect(() => openFrames(QD1).setKey(bytes('00'))).toThrow('no cipher')
  })
})

describe('compression', () => {
  const packers = { zlib: deflateSync, gzip: gzipSync, deflate: deflateRawSync } as const
  const long = text('the same words again and again; '.repeat(50))

  it.each(['zlib', 'gzip', 'deflate'] as const)('%s is said by a flag', (kind) => {
    const layout: FrameDescriptor = { ...FLAGGED, compression: { kind, flag: 4, over: 100 } }
    const ends = openFrames(layout)
    const wire = ends.encode('request', frame({ body: long, fields: { flags: 1 } }))
    expect(wire.length).toBeLessThan(120)
    expect(wire[8]).toBe(5)
    const short = ends.encode('request', frame({ fields: { flags: 5 } }))
    expect(short[8]).toBe(1)
    const { frames } = openFrames(layout).push('request', Buffer.concat([wire, short]))
    expect(frames.map((each) => [each.body, each.fields, each.problem])).toEqual([
      [long, { flags: 5 }, undefined],
      [bytes('0801'), { flags: 1 }, undefined],
    ])
  })

  it.each(['zlib', 'gzip'] as const)('%s without a flag is seen by its first bytes', (kind) => {
    const layout: FrameDescriptor = { ...QD1, compression: { kind, over: 100 } }
    const ends = openFrames(layout)
    // A body that only looks packed is packed too, or a reader would take it for what it is not.
    const lying = packers[kind](text('x'))
    for (const body of [long, bytes('0801'), lying, bytes('789c'), bytes('789c0102030405060708')]) {
      const { frames } = openFrames(layout).push('reply', ends.encode('reply', frame({ body })))
      expect(frames[0]?.body).toEqual(new Uint8Array(body))
      expect(frames[0]?.problem).toBeUndefined()
    }
  })

  const packed = (kind: FrameCompression['kind'], body: Uint8Array) => {
    const plain: FrameDescriptor = { ...FLAGGED, compression: { kind, flag: 4 } }
    const wire = openFrames(FLAGGED).encode('reply', frame({ body, fields: { flags: 4 } }))
    return openFrames(plain).push('reply', wire).frames[0]!
  }

  it.each(['zlib', 'gzip', 'deflate'] as const)('%s of another maker is read, a bomb is not', (kind) => {
    expect(packed(kind, packers[kind](long)).body).toEqual(long)
    expect(packed(kind, packers[kind](new Uint8Array(65_536))).body).toHaveLength(65_536)
    const bomb = packed(kind, packers[kind](new Uint8Array(65_537)))
    expect(bomb.problem).toEqual({
      fault: 'inflates_too_far',
      offset: 9,
      reason: `the ${kind} body cannot be inflated: a body inflates to more than 65536 bytes`,
    })
    expect(bomb.body.length).toBeLessThan(200)
  })

  it('many bombs in one message are bounded together, and the next message is read again', () => {
    const plain: FrameDescriptor = {
      ...FLAGGED,
      maxFrameBytes: 1_048_576,
      compression: { kind: 'gzip', flag: 4 },
    }
    const body = gzipSync(new Uint8Array(1_048_576))
    const one = openFrames({ ...plain, compression: undefined }).encode(
      'reply',
      frame({ body, fields: { flags: 4 } }),
    )
    const many = new Uint8Array(one.length * 100)
    for (let at = 0; at < 100; at += 1) many.set(one, at * one.length)
    const lane = openFrames(plain)
    const { frames } = lane.push('reply', many)
    expect(frames).toHaveLength(100)
    expect(frames.reduce((sum, each) => sum + each.body.length, 0)).toBeLessThan(18 * 1_048_576)
    expect(frames.at(-1)?.problem?.fault).toBe('inflates_too_far')
    expect(lane.push('reply', one).frames[0]?.body).toHaveLength(1_048_576)
  })

  it('reads a gzip whose header has a name, a comment and more', () => {
    const plain = gzipSync(long)
    const named = Buffer.concat([
      bytes('1f8b08 1e 00000000 0003'),
      bytes('0300 010203'),
      text('name\0comment\0'),
      bytes('0000'),
      plain.subarray(10),
    ])
    expect(packed('gzip', named).body).toEqual(long)
  })

  it.each([
    ['zlib', 'cut', (data: Buffer) => data.subarray(0, -6)],
    [
      'zlib',
      'with a wrong check number',
      (data: Buffer) => Buffer.concat([data.subarray(0, -1), bytes('ff')]),
    ],
    ['gzip', 'with a wrong size', (data: Buffer) => Buffer.concat([data.subarray(0, -1), bytes('ff')])],
    ['gzip', 'that is none', () => text('not packed at all, only words')],
    ['deflate', 'that is empty', () => bytes('')],
    ['zlib', 'with only its frame', () => bytes('789c00000000')],
  ] as const)('a %s body %s is kept with its problem', (kind, _told, broken) => {
    const sent = broken(packers[kind](long))
    const got = packed(kind, sent)
    expect(got.problem).toMatchObject({ fault: 'bad_compression', offset: 9 })
    expect(hexOf(got.body)).toBe(hexOf(sent))
  })

  it('is undone after the cipher', () => {
    const layout: FrameDescriptor = {
      ...FLAGGED,
      compression: { kind: 'zlib', flag: 1, over: 10 },
      cipher: { kind: 'rc4', key: { text: 'k' } },
      envelope: { cmd: { field: 1 }, seq: { field: 2 }, body: { field: 3 } },
    }
    const wire = openFrames(layout).encode('request', frame({ body: long }))
    expect(openFrames(layout).push('request', wire).frames[0]).toMatchObject({ cmd: 5, seq: 1, body: long })
  })
})
