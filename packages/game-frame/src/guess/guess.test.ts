import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryCuts, piecesOf } from '../../testing/arbitrary-layouts.ts'
import { FRAME_PRESETS, guessLayouts, openFrames, QD1, readDescriptor } from '../index.ts'
import type { CapturedChunk, Frame, FrameDescriptor } from '../index.ts'

const body = fc.array(fc.tuple(fc.nat(127), fc.nat(15)), { minLength: 1, maxLength: 40 }).map((fields) =>
  // Bodies as games have them: protobuf fields, a varint each.
  Uint8Array.from(fields.flatMap(([value, field]) => [(field + 1) * 8 > 127 ? 8 : (field + 1) * 8, value])),
)
const traffic = fc.array(
  fc.record({
    cmd: fc.constantFrom(1001, 1002, 2001, 3005),
    request: body,
    reply: body,
    isPushed: fc.boolean(),
  }),
  {
    minLength: 4,
    maxLength: 12,
  },
)

/** What a client and its game say, one message for each frame. */
function captureOf(
  layout: FrameDescriptor,
  talk: { cmd: number; request: Uint8Array; reply: Uint8Array; isPushed: boolean }[],
): CapturedChunk[] {
  const ends = openFrames(layout)
  const frame = (cmd: number, seq: number, content: Uint8Array): Frame => ({
    cmd,
    seq,
    status: 0,
    body: content,
  })
  return talk.flatMap(({ cmd, request, reply, isPushed }, index) => [
    { direction: 'request' as const, bytes: ends.encode('request', frame(cmd, index + 1, request)) },
    { direction: 'reply' as const, bytes: ends.encode('reply', frame(cmd, index + 1, reply)) },
    ...(isPushed
      ? [{ direction: 'reply' as const, bytes: ends.encode('reply', frame(4000, 0, reply)) }]
      : []),
  ])
}

function cutsOf(layout: FrameDescriptor, chunks: CapturedChunk[]): string[] {
  const frames = openFrames(layout)
  return chunks.flatMap(({ direction, bytes }) =>
    frames.push(direction, bytes).frames.map(({ offset, raw }) => `${direction} ${offset}+${raw.length}`),
  )
}

/** The same bytes of a connection, in other pieces. */
function inPieces(chunks: CapturedChunk[], cuts: number[]): CapturedChunk[] {
  return (['request', 'reply'] as const).flatMap((direction) => {
    const stream = Buffer.concat(
      chunks.filter((chunk) => chunk.direction === direction).map(({ bytes }) => bytes),
    )
    return [...piecesOf(stream, cuts)].map((bytes) => ({ direction, bytes }))
  })
}

const LAYOUTS: FrameDescriptor[] = [
  ...FRAME_PRESETS.values(),
  {
    ...QD1,
    name: 'little',
    header: QD1.header.map((field) => ({ ...field, endian: 'little' as const })),
    lengthCovers: 'all',
  },
  { ...QD1, name: 'body', header: QD1.header.filter(({ name }) => name !== 'marker'), lengthCovers: 'body' },
  {
    ...FRAME_PRESETS.get('leaf')!,
    name: 'varint',
    header: [
      { name: 'length', type: 'varint' },
      { name: 'cmd', type: 'u16' },
    ],
  },
]

describe('guess of a layout', () => {
  it.each(LAYOUTS)('cuts the frames of $name as they were written', (layout) => {
    fc.assert(
      fc.property(traffic, arbitraryCuts, (talk, cuts) => {
        const messages = captureOf(layout, talk)
        const hasLength = layout.header.some(({ name }) => name === 'length')
        for (const chunks of hasLength ? [messages, inPieces(messages, cuts)] : [messages]) {
          const [guess] = guessLayouts(chunks)
          expect(cutsOf(guess!.descriptor, chunks)).toEqual(cutsOf(layout, chunks))
          expect(guess).toMatchObject({ frames: messages.length, bytes: guess!.of })
        }
      }),
      { seed: 17, numRuns: 8, endOnFailure: true },
    )
  })

  const talkOf = (count: number) =>
    Array.from({ length: count }, (_none, index) => ({
      cmd: [1001, 1002, 2001, 3005][((index * 7) % 5) % 4]!,
      request: Uint8Array.from({ length: 5 + ((index * 13) % 40) }, (_each, at) => (at * 31 + index) % 251),
      reply: Uint8Array.from({ length: 5 + ((index * 29) % 60) }, (_each, at) => (at * 17 + index) % 249),
      isPushed: index % 3 === 0,
    }))

  it('finds where sequence, command and marker stand in a layout nobody has made ready', () => {
    const own: FrameDescriptor = {
      name: 'own',
      header: [
        { name: 'marker', type: 'u16', endian: 'little', value: 0xcafe },
        { name: 'length', type: 'u16', endian: 'little' },
        { name: 'seq', type: 'u32', endian: 'little' },
        { name: 'cmd', type: 'u16', endian: 'little' },
      ],
      lengthCovers: 'all',
      maxFrameBytes: 4096,
    }
    const chunks = captureOf(own, talkOf(30))
    const [guess] = guessLayouts(chunks)
    expect(guess?.descriptor.header).toEqual(own.header)
    expect(guess?.descriptor.lengthCovers).toBe('all')
    expect(guess).toMatchObject({ frames: chunks.length, bytes: guess?.of })
  })

  it('names the ready layout before others that cut alike', () => {
    const names = (layout: FrameDescriptor) => guessLayouts(captureOf(layout, talkOf(20)))[0]?.descriptor.name
    expect(['qd-1', 'pomelo', 'iogame', 'nakama'].map((name) => names(FRAME_PRESETS.get(name)!))).toEqual([
      'qd-1',
      'pomelo',
      'iogame',
      'nakama',
    ])
  })

  it('says how much it explains of a capture whose end is missing', () => {
    const chunks = captureOf(QD1, talkOf(10))
    const last = chunks.at(-1)!
    const cut = [...chunks.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, 9) }]
    const [guess] = guessLayouts(cut)
    expect(guess).toMatchObject({ descriptor: QD1, frames: chunks.length - 1 })
    expect(guess!.of - guess!.bytes).toBe(9)
  })

  it('guesses nothing from nothing', () => {
    expect(guessLayouts([])).toEqual([])
    expect(guessLayouts([{ direction: 'reply', bytes: new Uint8Array() }])).toEqual([])
  })

  it('ends in time with 1 MiB of zeros in 65,536 pieces', () => {
    const piece = new Uint8Array(16)
    const chunks = Array.from({ length: 65_536 }, () => ({ direction: 'reply' as const, bytes: piece }))
    // The first 4,096 pieces are looked at.
    for (const { of } of guessLayouts(chunks)) expect(of).toBe(65_536)
  })

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.uint8Array({ maxLength: 60 })), { maxLength: 6 }),
        (parts) => {
          const chunks = parts.map(([isAsked, bytes]) => ({
            direction: isAsked ? ('request' as const) : ('reply' as const),
            bytes,
          }))
          for (const { descriptor, bytes, of } of guessLayouts(chunks)) {
            expect(readDescriptor(descriptor).ok).toBe(true)
            expect(bytes).toBeLessThanOrEqual(of)
          }
        },
      ),
      { seed: 18, numRuns: 60 },
    )
  })
})
