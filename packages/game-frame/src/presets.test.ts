import { describe, expect, it } from 'vitest'
import { bytes, hexOf } from '../testing/hex.ts'
import { FRAME_PRESETS, openFrames, previewFrame, readDescriptor } from './index.ts'
import type { Frame, FrameDescriptor, FrameDirection } from './index.ts'

type Row = [preset: string, way: FrameDirection, frame: Partial<Frame>, wire: string]

const ROWS: Row[] = [
  ['qd-1', 'request', { cmd: 1001, seq: 1 }, '0000000c 000003e9 00000001 5144 0801'],
  ['qd-1', 'reply', { cmd: 1001, seq: 1, status: 3 }, '0000000d 000003e9 00000001 5144 03 0801'],
  ['leaf', 'request', { cmd: 7 }, '0004 0007 0801'],
  ['leaf', 'reply', { cmd: 7 }, '0004 0007 0801'],
  ['leaf-ws', 'request', { cmd: 7 }, '0007 0801'],
  // A request with id 200 and a text as route, a notify, a response, a push; a route that went through the dictionary.
  [
    'pomelo',
    'request',
    { seq: 200, route: 'a.b.c', fields: { package: 4, flags: 0 } },
    '04 00000b 00 c801 05 612e622e63 0801',
  ],
  ['pomelo', 'request', { route: 'a', fields: { package: 4, flags: 2 } }, '04 000005 02 01 61 0801'],
  ['pomelo', 'request', { cmd: 9, seq: 1, fields: { package: 4, flags: 1 } }, '04 000006 01 01 0009 0801'],
  ['pomelo', 'reply', { seq: 200, fields: { package: 4, flags: 4 } }, '04 000005 04 c801 0801'],
  ['pomelo', 'reply', { route: 'on', fields: { package: 4, flags: 6 } }, '04 000006 06 02 6f6e 0801'],
  ['pomelo', 'reply', { cmd: 9, fields: { package: 4, flags: 7 } }, '04 000005 07 0009 0801'],
  ['pomelo', 'request', { body: bytes(''), fields: { package: 3 } }, '03 000000'],
  [
    'iogame',
    'request',
    { cmd: 0x0001_0002, seq: 5, fields: { cmdCode: 1 } },
    '0801 188280 04 32 02 0801 3805',
  ],
  [
    'iogame',
    'reply',
    { cmd: 3, seq: 5, status: -1001, body: bytes(''), fields: { cmdCode: 1, validMsg: 'no' } },
    '0801 1803 20d10f 2a02 6e6f 3805',
  ],
  ['iogame-tcp', 'request', { cmd: 3, seq: 1, fields: { cmdCode: 1 } }, '0000000a 0801 1803 3202 0801 3801'],
  ['skynet-netpack', 'request', { cmd: 7, seq: 1 }, '0008 0007 00000001 0801'],
  ['netty-length-field', 'reply', { cmd: 7 }, '00000006 00000007 0801'],
  ['nakama', 'request', { cmd: 24, seq: 12 }, '0a02 3132 c201 02 0801'],
  ['nakama', 'reply', { cmd: 11, seq: 12, status: 1 }, '0a02 3132 5a02 0801'],
  ['nakama', 'reply', { cmd: 23 }, 'ba01 02 0801'],
]

const whole = (frame: Partial<Frame>): Frame => ({ cmd: 0, seq: 0, status: 0, body: bytes('0801'), ...frame })

describe('ready layouts', () => {
  it.each(ROWS)('%s %s %j is written as %s and read back', (name, way, part, wire) => {
    const frame = whole(part)
    const written = openFrames(FRAME_PRESETS.get(name)!).encode(way, frame)
    expect(hexOf(written)).toBe(wire.replaceAll(' ', ''))
    const { frames, ok } = openFrames(FRAME_PRESETS.get(name)!).push(way, written)
    expect(ok).toBe(true)
    expect(frames).toEqual([{ ...frame, raw: written, offset: 0 }])
  })

  it.each([...FRAME_PRESETS.values()])('$name is a layout that works in both directions', (preset) => {
    expect(readDescriptor(structuredClone(preset))).toEqual({ ok: true, descriptor: preset })
    expect(previewFrame(preset)).toEqual({ ok: true, request: expect.any(String), reply: expect.any(String) })
  })

  it('has a row for each ready layout', () => {
    expect(new Set(ROWS.map(([name]) => name))).toEqual(new Set(FRAME_PRESETS.keys()))
  })
})

describe('commands that are texts', () => {
  it('show a sample frame with or without a table', () => {
    const text: FrameDescriptor = {
      ...FRAME_PRESETS.get('leaf')!,
      header: [
        { name: 'length', type: 'u16' },
        { name: 'cmd', type: 'text8' },
      ],
    }
    expect(previewFrame(text)).toMatchObject({ request: '00 09 06 73 61 6d 70 6c 65 08 01' })
    expect(previewFrame({ ...text, routes: { go: 7 } })).toMatchObject({ request: '00 05 02 67 6f 08 01' })
  })

  const pomelo = { ...FRAME_PRESETS.get('pomelo')!, routes: { 'room.join': 1100, onChat: 1200 } }

  it('go by their number in the table', () => {
    const wire = openFrames(pomelo).encode('request', whole({ cmd: 1100, seq: 1 }))
    expect(hexOf(wire)).toBe('04 00000e 00 01 09 726f6f6d2e6a6f696e 0801'.replaceAll(' ', ''))
    expect(openFrames(pomelo).push('request', wire).frames[0]).toMatchObject({
      cmd: 1100,
      route: 'room.join',
    })
  })

  it('a text without a number is kept as it is, with the command 0', () => {
    const wire = openFrames(pomelo).encode('request', whole({ route: 'ghost', seq: 1 }))
    expect(openFrames(pomelo).push('request', wire).frames[0]).toMatchObject({ cmd: 0, route: 'ghost' })
  })

  it('a command without a text goes as a number where the layout may', () => {
    const wire = openFrames(pomelo).encode('reply', whole({ cmd: 5 }))
    expect(hexOf(wire)).toBe('040000050700050801')
  })

  it('a reply takes the command of its request, once', () => {
    const client = openFrames(pomelo)
    client.encode('request', whole({ cmd: 1100, seq: 7 }))
    const reply = openFrames(pomelo).encode('reply', whole({ seq: 7 }))
    expect(client.push('reply', reply).frames[0]).toMatchObject({ cmd: 1100, seq: 7 })
    expect(client.push('reply', reply).frames[0]).toMatchObject({ cmd: 0, seq: 7 })
  })

  it('remembers a thousand unanswered requests, not more', () => {
    const client = openFrames(pomelo)
    for (let seq = 1; seq <= 1025; seq += 1) client.encode('request', whole({ cmd: 1100, seq }))
    const server = openFrames(pomelo)
    const cmdOf = (seq: number) => client.push('reply', server.encode('reply', whole({ seq }))).frames[0]?.cmd
    expect([cmdOf(1), cmdOf(2), cmdOf(1025)]).toEqual([0, 1100, 1100])
  })
})
