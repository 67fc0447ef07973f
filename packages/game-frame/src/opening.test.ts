import { describe, expect, it } from 'vitest'
import { bytes, hexOf } from '../testing/hex.ts'
import { FRAME_PRESETS, Opening, OpeningRefused, openFrames, readDescriptor } from './index.ts'
import type { FrameDescriptor } from './index.ts'

const POMELO = FRAME_PRESETS.get('pomelo')!
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
/** A package of kind 1 with a JSON body, as the game answers. */
const answer = (value: unknown) => ({ cmd: 0, fields: { package: 1 }, body: json(value) })

/** Too deep to be written as text again. */
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)

function begun() {
  const opening = new Opening(POMELO)
  const frames = openFrames(POMELO)
  const wire = opening.next().map((each) => hexOf(frames.encode('request', { seq: 0, status: 0, ...each })))
  return { opening, frames, wire }
}

describe('the opening of a connection', () => {
  it('sends its frames up to where it waits, and goes on with the answer', () => {
    const { opening, frames, wire } = begun()
    const said = '{"sys":{"type":"js-websocket","version":"1.1.1"},"user":{}}'
    expect(wire).toEqual([
      `01000${said.length.toString(16).padStart(3, '0')}${Buffer.from(said).toString('hex')}`,
    ])
    expect([opening.isDone, opening.take({ cmd: 0, fields: { package: 3 }, body: bytes('') })]).toEqual([
      false,
      false,
    ])
    const sys = { heartbeat: 3, dict: { 'room.join': 7 } }
    expect(opening.take(answer({ code: 200, sys }))).toBe(true)
    expect(
      opening.next().map((each) => hexOf(frames.encode('request', { seq: 0, status: 0, ...each }))),
    ).toEqual(['02000000'])
    expect(opening.isDone).toBe(true)
    expect(opening.opened).toEqual({ heartbeatSeconds: 3, routes: new Map([['room.join', 7]]) })
  })

  it('without a heartbeat in the answer there is none', () => {
    const { opening } = begun()
    opening.take(answer({ code: 200, sys: {} }))
    expect(opening.opened).toEqual({ heartbeatSeconds: 0, routes: new Map() })
  })

  it('heartbeats come no more often than once a second, whatever the game says', () => {
    const { opening } = begun()
    opening.take(answer({ code: 200, sys: { heartbeat: 0.001 } }))
    expect(opening.opened.heartbeatSeconds).toBe(1)
  })

  it.each([
    [json({ code: 501 }), 'code 501'],
    [json({}), 'code –'],
    [bytes('ff'), 'no JSON'],
    [json({ code: 200, sys: { heartbeat: -1 } }), 'heartbeat -1'],
    [json({ code: 200, sys: { dict: { a: 'b' } } }), 'routes'],
    [json({ code: 200, sys: { dict: [] } }), null],
    [json({ code: 'x'.repeat(5_000) }), `code "${'x'.repeat(99)}…`],
    [new TextEncoder().encode(`{"code":${DEEP}}`), 'code a list'],
    [new TextEncoder().encode(`{"code":200,"sys":{"heartbeat":{"a":${DEEP}}}}`), 'heartbeat an object'],
    [new TextEncoder().encode(`{"code":200,"sys":{"dict":${DEEP}}}`), 'routes'],
    [json({ code: 200, sys: { heartbeat: 3_601 } }), 'heartbeat 3601'],
    [json({ code: 200, sys: { dict: { a: 4_294_967_296 } } }), 'routes'],
    [json({ code: 200, sys: { dict: { a: 4_294_967_295 } } }), null],
    [json({ code: 200, sys: { dict: { ['x'.repeat(256)]: 1 } } }), 'routes'],
    [json({ code: 200, sys: { dict: { ['x'.repeat(255)]: 1 } } }), null],
    [json({ code: 200, sys: { dict: Array.from({ length: 10_001 }, () => 1) } }), 'routes'],
  ])('an answer that does not open says why: %#', (body, why) => {
    const { opening } = begun()
    const take = () => opening.take({ cmd: 0, fields: { package: 1 }, body })
    if (why === null) expect(take()).toBe(true)
    else expect(take).toThrow(new OpeningRefused(why))
  })

  it('numbers of the connection become the commands of the layout, or are the commands themselves', () => {
    const layout: FrameDescriptor = { ...POMELO, routes: { 'room.join': 1100, other: 9 } }
    const frames = openFrames(layout)
    frames.setRoutes(
      new Map([
        ['room.join', 1],
        ['onChat', 2],
        ['taken', 9],
      ]),
    )
    const push = (wire: string) => {
      const { cmd, route } = frames.push('reply', bytes(wire)).frames[0]!
      return [cmd, route]
    }
    expect(push('04 000003 07 0001')).toEqual([1100, 'room.join'])
    expect(push('04 000003 07 0002')).toEqual([2, 'onChat'])
    expect(push('04 000008 06 06 6f6e43686174')).toEqual([2, 'onChat'])
    expect(push('04 000003 07 0009')).toEqual([0, 'taken'])
    expect(push('04 000003 07 0005')).toEqual([5, undefined])
    // What the layout has a text for is written as that, the rest by its number.
    const written = (cmd: number) =>
      hexOf(frames.encode('request', { cmd, seq: 1, status: 0, body: bytes('') }))
    expect(written(1100)).toBe('0400000c000109726f6f6d2e6a6f696e')
    expect(written(2)).toBe('0400000401010002')
  })

  it.each([
    [[], 'opening'],
    [[{ send: { hex: 'f' } }], 'opening.0.send.hex'],
    [[{ send: { json: 'x'.repeat(5_000) } }], 'opening.0.send.json'],
    [[{ wait: { ok: { path: ['a'], is: [] } } }], 'opening.0.wait.ok.is'],
    [[{ wait: {}, more: 1 }], 'opening.0.more'],
    [[1], 'opening.0'],
  ])('a wrong one is named: %j', (opening, path) => {
    expect(readDescriptor({ ...POMELO, opening })).toMatchObject({ ok: false, path })
  })
})
