import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryFrame, arbitraryLayout } from '../testing/arbitrary-layouts.ts'
import { bytes } from '../testing/hex.ts'
import { framePartsOf, openFrames } from './index.ts'
import type { FrameDescriptor, FrameDirection } from './index.ts'

const LAYOUT: FrameDescriptor = {
  name: 'mixed',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'flags', type: 'u8' },
    { name: 'cmd', type: 'text8', when: { field: 'flags', mask: 1, is: [0] } },
    { name: 'cmd', type: 'u16', endian: 'little', when: { field: 'flags', mask: 1, is: [1] } },
    { name: 'custom', label: 'zone', type: 'varint' },
    { name: 'status', type: 'u8', direction: 'reply' },
    { name: 'crc', type: 'u16', at: 'end', check: { kind: 'sum', over: 'body' } },
  ],
  lengthCovers: 'all',
  maxFrameBytes: 64,
}

const partsOf = (direction: FrameDirection, hex: string) =>
  framePartsOf(LAYOUT, direction, bytes(hex)).map(({ field, value, from, to }) => [
    field?.label ?? field?.name ?? '',
    value,
    from,
    to,
  ])

describe('parts of a frame', () => {
  it('a field that another one decides about stands or is left out, and texts are as long as they say', () => {
    expect(partsOf('request', '000c 00 02 6869 ac02 0801 0009')).toEqual([
      ['length', 12, 0, 2],
      ['flags', 0, 2, 3],
      ['cmd', 'hi', 3, 6],
      ['zone', 300, 6, 8],
      ['', null, 8, 10],
      ['crc', 9, 10, 12],
    ])
    expect(partsOf('reply', '0009 01 e903 05 07 0000')).toEqual([
      ['length', 9, 0, 2],
      ['flags', 1, 2, 3],
      ['cmd', 1001, 3, 5],
      ['zone', 5, 5, 6],
      ['status', 7, 6, 7],
      ['crc', 0, 7, 9],
    ])
  })

  it('of a frame that breaks the layout, fields up to the fault are named', () => {
    expect(partsOf('request', '0003 01 e9')).toEqual([
      ['length', 3, 0, 2],
      ['', null, 2, 4],
    ])
    expect(partsOf('request', '')).toEqual([])
  })

  it('covers every byte of any frame once, with the values it was written from', () => {
    const framed = arbitraryLayout.chain((layout) =>
      fc.tuple(fc.constant(layout), arbitraryFrame(layout, 'reply')),
    )
    fc.assert(
      fc.property(framed, ([layout, frame]) => {
        const raw = openFrames(layout).encode('reply', frame)
        const parts = framePartsOf(layout, 'reply', raw)
        expect(parts.map(({ from }) => from)).toEqual([0, ...parts.slice(0, -1).map(({ to }) => to)])
        expect(parts.at(-1)?.to).toBe(raw.length)
        const named = parts.filter(({ field }) => field !== null)
        expect(named).toHaveLength(layout.header.length)
        const valueOf = (name: string) => named.find(({ field }) => field?.name === name)?.value
        expect(valueOf('cmd')).toBe(frame.cmd)
        expect(valueOf('seq') ?? 0).toBe(frame.seq)
        expect(valueOf('custom')).toBe(frame.fields?.['own'])
        const body = parts.find(({ field }) => field === null)
        expect(body === undefined ? 0 : body.to - body.from).toBe(frame.body.length)
      }),
      { seed: 17, numRuns: 200, endOnFailure: true },
    )
  })
})
