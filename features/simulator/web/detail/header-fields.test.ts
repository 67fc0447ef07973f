import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { describe, expect, it } from 'vitest'
import { frameOf } from '../testing/fake-game.ts'
import { headerParts } from './header-fields.ts'

const LAYOUT: FrameDescriptor = {
  name: 'test',
  header: [
    { name: 'length', type: 'u32' },
    { name: 'cmd', type: 'u16', endian: 'little' },
    { name: 'marker', type: 'u16', value: 0x5144 },
    { name: 'status', type: 'u8', direction: 'reply' },
    { name: 'crc', type: 'u8', at: 'end', check: { kind: 'sum', over: 'body' } },
  ],
  lengthCovers: 'all',
  maxFrameBytes: 1024,
}
const BODY = Uint8Array.of(0x08, 0x01)

function parts(layout: FrameDescriptor, direction: 'request' | 'reply', bodyAt: number, bytes?: Uint8Array) {
  const raw = openFrames(layout).encode(direction, { cmd: 2003, seq: 1, status: 3, body: BODY })
  const frame = frameOf(1, { direction, size: raw.length, bodyAt, bodySize: 2 })
  return headerParts(layout, frame, bytes ?? raw).map(({ name, value, from, to }) => [name, value, from, to])
}

describe('header of a frame', () => {
  it('is named by the layout, in the byte order of each field, with what stands behind the body', () => {
    expect(parts(LAYOUT, 'reply', 9)).toEqual([
      ['length', '12', 0, 4],
      ['cmd', '2003', 4, 6],
      ['marker', '0x5144', 6, 8],
      ['status', '3', 8, 9],
      ['crc', '9', 11, 12],
    ])
  })

  it('a request has no status', () => {
    expect(parts(LAYOUT, 'request', 8).map(([name]) => name)).toEqual(['length', 'cmd', 'marker', 'crc'])
  })

  it('names a field by its label, and shows texts and numbers of any width', () => {
    const layout: FrameDescriptor = {
      ...LAYOUT,
      header: [
        { name: 'length', type: 'varint' },
        { name: 'cmd', type: 'text8' },
        { name: 'custom', label: 'token', type: 'u64', default: '18446744073709551615' },
      ],
      routes: { 'shop.buy': 2003 },
    }
    expect(parts(layout, 'request', 18)).toEqual([
      ['length', '20', 0, 1],
      ['cmd', 'shop.buy', 1, 10],
      ['token', '18446744073709551615', 10, 18],
    ])
  })

  it('a sealed body stands together, and the body in the clear behind the frame is none of it', () => {
    const sealed: FrameDescriptor = { ...LAYOUT, cipher: { kind: 'xor', key: { hex: 'ff' } } }
    expect(parts(sealed, 'request', 11).slice(-2)).toEqual([
      ['', '', 8, 10],
      ['crc', expect.any(String), 10, 11],
    ])
  })

  it('around a body in an envelope, what is not the body stands together', () => {
    const layout: FrameDescriptor = {
      name: 'wrapped',
      header: [{ name: 'length', type: 'u16' }],
      lengthCovers: 'afterLength',
      maxFrameBytes: 1024,
      envelope: { cmd: { field: 1 }, body: { field: 2 } },
    }
    expect(parts(layout, 'request', 7)).toEqual([
      ['length', '7', 0, 2],
      ['', '', 2, 7],
    ])
  })

  it('without a layout stands together', () => {
    const frame = frameOf(1, { bodyAt: 9, bodySize: 2, size: 11 })
    expect(headerParts(null, frame, new Uint8Array(11))).toEqual([
      { name: '', type: '', from: 0, to: 9, value: '' },
    ])
  })
})
