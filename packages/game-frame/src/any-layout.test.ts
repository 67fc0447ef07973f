import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryCuts, arbitraryFrame, arbitraryLayout, piecesOf } from '../testing/arbitrary-layouts.ts'
import { FRAME_PRESETS, openFrames, readDescriptor } from './index.ts'
import type { DecodedFrame, FrameDescriptor } from './index.ts'

const withFrames = arbitraryLayout.chain((layout) =>
  fc.record({
    layout: fc.constant(layout),
    sent: fc.array(arbitraryFrame(layout, 'reply'), { maxLength: 5 }),
    cuts: arbitraryCuts,
  }),
)
const anyStream = fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 8 })

describe('any layout', () => {
  it('brings frames back as they were, however the stream is cut, and says where each stood', () => {
    fc.assert(
      fc.property(withFrames, ({ layout, sent, cuts }) => {
        expect(readDescriptor(structuredClone(layout))).toEqual({ ok: true, descriptor: layout })
        const writer = openFrames(layout)
        const wires = sent.map((frame) => writer.encode('reply', frame))
        const reader = openFrames(layout)
        const got: DecodedFrame[] = []
        for (const piece of piecesOf(Buffer.concat(wires), cuts)) {
          const result = reader.push('reply', piece)
          expect(result).toMatchObject({ ok: true, skipped: [] })
          got.push(...result.frames)
        }
        expect(reader.pendingBytes('reply')).toBe(0)
        let offset = 0
        const expected = sent.map((frame, index) => {
          const raw = wires[index]!
          offset += raw.length
          return { ...frame, raw, offset: offset - raw.length }
        })
        expect(got).toEqual(expected)
      }),
      { seed: 13, numRuns: 300, endOnFailure: true },
    )
  })

  it('never throws on any bytes, and keeps no more than a frame may have', () => {
    fc.assert(
      fc.property(arbitraryLayout, fc.boolean(), anyStream, (layout, resync, chunks) => {
        const canResync = resync && readDescriptor({ ...layout, resync: true }).ok
        const frames = openFrames(canResync ? { ...layout, resync: true } : layout)
        for (const chunk of chunks) {
          const result = frames.push('reply', chunk)
          if (!result.ok)
            expect(result).toMatchObject({ offset: expect.any(Number), reason: expect.any(String) })
          if (canResync) expect(result.ok).toBe(true)
          expect(frames.pendingBytes('reply')).toBeLessThanOrEqual(layout.maxFrameBytes)
        }
      }),
      { seed: 14, numRuns: 500, endOnFailure: true },
    )
  })

  const hostile: FrameDescriptor[] = [...FRAME_PRESETS.values()].flatMap((preset) => [
    preset,
    { ...preset, name: 'rc4', cipher: { kind: 'rc4', key: { text: 'k' }, continues: true } },
    { ...preset, name: 'cbc', cipher: { kind: 'aes-cbc', key: { hex: '00'.repeat(16) }, iv: 'prefix' } },
    { ...preset, name: 'packed', compression: { kind: 'zlib' } },
  ])

  it('no ready layout throws on any bytes, ciphered or packed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...hostile), anyStream, fc.boolean(), (layout, chunks, isFramed) => {
        const frames = openFrames(layout)
        for (const chunk of chunks) {
          // Half of the time the bytes arrive in a right frame, so that the body is looked at.
          const wire =
            isFramed && !layout.envelope
              ? openFrames({ ...layout, cipher: undefined, compression: undefined }).encode('reply', {
                  cmd: 1,
                  seq: 1,
                  status: 0,
                  body: chunk,
                })
              : chunk
          frames.push('reply', wire)
          frames.push('request', wire)
        }
      }),
      { seed: 15, numRuns: 500, endOnFailure: true },
    )
  })
})

describe('garbage between frames', () => {
  const marked = arbitraryLayout
    .map((layout): FrameDescriptor => ({
      ...layout,
      header: [
        { name: 'marker', type: 'u32', value: 0xfe_ed_be_ef },
        ...layout.header.filter((each) => each.name !== 'marker'),
      ],
      resync: true,
    }))
    .chain((layout) =>
      fc.record({
        layout: fc.constant(layout),
        parts: fc.array(
          // No byte of the garbage is one of the marker's.
          fc.tuple(fc.array(fc.nat(0x7f), { maxLength: 20 }), arbitraryFrame(layout, 'request')),
          { minLength: 1, maxLength: 5 },
        ),
        cuts: arbitraryCuts,
      }),
    )

  it('is passed over to the next marker, and every byte of it is told', () => {
    fc.assert(
      fc.property(marked, ({ layout, parts, cuts }) => {
        const writer = openFrames(layout)
        const gaps: [offset: number, bytes: number][] = []
        const pieces: Uint8Array[] = []
        let offset = 0
        for (const [garbage, frame] of parts) {
          const wire = writer.encode('request', frame)
          if (garbage.length > 0) gaps.push([offset, garbage.length])
          pieces.push(Uint8Array.from(garbage), wire)
          offset += garbage.length + wire.length
        }
        const reader = openFrames(layout)
        const seen: number[] = []
        const got = [...piecesOf(Buffer.concat(pieces), cuts)].flatMap((piece) => {
          const { frames, skipped } = reader.push('request', piece)
          for (const gap of skipped) for (let at = 0; at < gap.bytes; at += 1) seen.push(gap.offset + at)
          return frames.map(({ raw: _raw, offset: _offset, ...frame }) => frame)
        })
        expect(got).toEqual(parts.map(([, frame]) => frame))
        expect(seen).toEqual(
          gaps.flatMap(([at, bytes]) => Array.from({ length: bytes }, (_none, index) => at + index)),
        )
      }),
      { seed: 16, numRuns: 300, endOnFailure: true },
    )
  })
})
