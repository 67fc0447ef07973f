import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame, FrameDecoder, nextSequence, previewFrame, QD1 } from './index.ts'
import type { Frame, FrameDescriptor, FrameDirection } from './index.ts'

const LEAF: FrameDescriptor = {
  name: 'leaf',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 4096,
}
const LITTLE: FrameDescriptor = {
  name: 'little',
  header: [
    { name: 'marker', type: 'u8', value: 0x7e },
    { name: 'cmd', type: 'u24', endian: 'little' },
    { name: 'seq', type: 'u32', endian: 'little' },
    { name: 'length', type: 'u24', endian: 'little' },
    { name: 'status', type: 'u8' },
  ],
  lengthCovers: 'body',
  maxFrameBytes: 70_000,
}
const WHOLE: FrameDescriptor = { ...QD1, name: 'whole', lengthCovers: 'all' }

const frames = (cmdMax: number) =>
  fc.record({
    cmd: fc.nat(cmdMax),
    seq: fc.nat(0xff_ff_ff_ff),
    status: fc.nat(255),
    body: fc.uint8Array({ maxLength: 300 }),
  })

/** What survives the wire: a field the layout lacks comes back as 0. */
function asDecoded(descriptor: FrameDescriptor, direction: FrameDirection, frame: Frame): Frame {
  const has = (name: string) =>
    descriptor.header.some((field) => field.name === name && (field.direction ?? direction) === direction)
  return { ...frame, seq: has('seq') ? frame.seq : 0, status: has('status') ? frame.status : 0 }
}

const plain = ({ cmd, seq, status, body }: Frame) => ({ cmd, seq, status, body: [...body] })

describe('frames', () => {
  it('writes the request layout byte by byte', () => {
    const bytes = encodeFrame(QD1, 'request', { cmd: 1001, seq: 1, status: 0, body: Uint8Array.of(9, 8) })
    expect(Buffer.from(bytes).toString('hex')).toBe(
      '0000000c 000003e9 00000001 5144 0908'.replaceAll(' ', ''),
    )
  })

  it('writes a status byte before the body of a reply', () => {
    const bytes = encodeFrame(QD1, 'reply', { cmd: 1001, seq: 7, status: 3, body: Uint8Array.of(255) })
    expect(Buffer.from(bytes).toString('hex')).toBe(
      '0000000c 000003e9 00000007 5144 03 ff'.replaceAll(' ', ''),
    )
  })

  const layouts: [FrameDescriptor, FrameDirection, number][] = [
    [QD1, 'request', 0xff_ff_ff_ff],
    [QD1, 'reply', 0xff_ff_ff_ff],
    [WHOLE, 'reply', 0xff_ff_ff_ff],
    [LEAF, 'request', 65_535],
    [LITTLE, 'reply', 0xff_ff_ff],
  ]
  it.each(layouts)('reads back what it wrote, however the stream is cut: %j %s', (layout, way, cmdMax) => {
    fc.assert(
      fc.property(
        fc.array(frames(cmdMax), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        (sent, cuts) => {
          const stream = Buffer.concat(sent.map((frame) => encodeFrame(layout, way, frame)))
          const decoder = new FrameDecoder(layout, way)
          const got: Frame[] = []
          for (let at = 0, turn = 0; at < stream.length; turn += 1) {
            const end = at + cuts[turn % cuts.length]!
            const result = decoder.push(stream.subarray(at, end))
            expect(result.ok).toBe(true)
            got.push(...result.frames)
            at = end
          }
          expect(decoder.pendingBytes).toBe(0)
          expect(got.map(plain)).toEqual(sent.map((frame) => plain(asDecoded(layout, way, frame))))
        },
      ),
      { seed: 722 },
    )
  })

  it('reads one-byte pieces and several frames of one message alike', () => {
    const stream = Buffer.concat(
      [1, 2, 3].map((seq) =>
        encodeFrame(QD1, 'reply', { cmd: 5, seq, status: 0, body: new Uint8Array(2000) }),
      ),
    )
    const whole = new FrameDecoder(QD1, 'reply').push(stream)
    expect(whole.frames.map((frame) => frame.seq)).toEqual([1, 2, 3])
    const decoder = new FrameDecoder(QD1, 'reply')
    const pieces = [...stream].flatMap((byte) => decoder.push(Uint8Array.of(byte)).frames)
    expect(pieces.map(plain)).toEqual(whole.frames.map(plain))
  })

  it('[T12] never throws on random bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), (chunks) => {
        const decoder = new FrameDecoder(QD1, 'reply')
        for (const chunk of chunks) expect(() => decoder.push(chunk)).not.toThrow()
      }),
      { seed: 12, numRuns: 2000 },
    )
  })

  it.each([
    ['00000005', 'too_short'],
    ['000ffffd', 'too_long'],
    ['ffffffff', 'too_long'],
    ['0000000b0000000100000001575300', 'wrong_marker'],
  ])('refuses %s as %s and stays refused', (hex, fault) => {
    const decoder = new FrameDecoder(QD1, 'reply')
    expect(decoder.push(Buffer.from(hex, 'hex'))).toMatchObject({
      ok: false,
      fault,
      reason: expect.any(String),
    })
    expect(decoder.pendingBytes).toBe(0)
    const good = encodeFrame(QD1, 'reply', { cmd: 1, seq: 1, status: 0, body: new Uint8Array() })
    expect(decoder.push(good)).toMatchObject({ ok: false, fault, frames: [] })
  })

  it('hands over the frames before a broken one', () => {
    const good = encodeFrame(QD1, 'reply', { cmd: 1, seq: 4, status: 0, body: new Uint8Array() })
    const result = new FrameDecoder(QD1, 'reply').push(Buffer.concat([good, Buffer.alloc(8, 255)]))
    expect(result).toMatchObject({ ok: false, fault: 'too_long', frames: [{ seq: 4 }] })
  })

  it('takes a frame of exactly the limit and refuses to write one byte more', () => {
    const frame = { cmd: 1, seq: 1, status: 0, body: new Uint8Array(QD1.maxFrameBytes - 15) }
    const bytes = encodeFrame(QD1, 'reply', frame)
    expect(bytes.length).toBe(1_048_576)
    expect(new FrameDecoder(QD1, 'reply').push(bytes).frames).toHaveLength(1)
    expect(() =>
      encodeFrame(QD1, 'reply', { ...frame, body: new Uint8Array(QD1.maxFrameBytes - 14) }),
    ).toThrow(RangeError)
  })

  it.each([[{ cmd: -1 }], [{ cmd: 2 ** 32 }], [{ seq: 1.5 }], [{ status: 256 }]])(
    'refuses to write %j',
    (part) => {
      const frame = { cmd: 1, seq: 1, status: 0, body: new Uint8Array(), ...part }
      expect(() => encodeFrame(QD1, 'reply', frame)).toThrow(RangeError)
    },
  )

  it('starts the sequence at 1 and skips 0 when it wraps', () => {
    expect(nextSequence(0)).toBe(1)
    expect(nextSequence(0xff_ff_ff_fe)).toBe(0xff_ff_ff_ff)
    expect(nextSequence(0xff_ff_ff_ff)).toBe(1)
  })

  it.each([
    [{ header: [{ name: 'cmd' as const, type: 'u8' as const }] }],
    [{ header: [{ name: 'length' as const, type: 'u8' as const }] }],
    [{ header: [QD1.header[0]!, ...QD1.header] }],
    [{ maxFrameBytes: 3 }],
  ])('refuses a layout that cannot frame anything: %j', (part) => {
    expect(() => new FrameDecoder({ ...QD1, ...part }, 'reply')).toThrow(RangeError)
  })
})

describe('preview of a layout', () => {
  it('shows a sample frame in both directions for every layout that works', () => {
    for (const descriptor of [QD1, LEAF, LITTLE, WHOLE]) expect(previewFrame(descriptor).ok).toBe(true)
    expect(previewFrame(QD1)).toMatchObject({ request: '00 00 00 0c 00 00 03 e9 00 00 00 01 51 44 08 01' })
  })

  it('says why a layout frames nothing', () => {
    const refused = (part: Partial<FrameDescriptor>) => previewFrame({ ...QD1, ...part })
    expect(refused({ header: QD1.header.slice(1) })).toEqual({
      ok: false,
      reason: 'a frame needs a length field',
    })
    expect(refused({ maxFrameBytes: 16 }).ok).toBe(false)
    expect(
      refused({
        header: [
          { name: 'length', type: 'u8' },
          { name: 'cmd', type: 'u8' },
        ],
      }).ok,
    ).toBe(false)
  })
})
