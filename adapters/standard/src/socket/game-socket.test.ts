import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GameSocket, GameSocketFrame } from '@qd/game-contract/adapter'
import { FRAME_PRESETS, QD1 } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { HONEST_UID, plainDialer, startLyingGame } from '../../testing/index.ts'
import type { LyingGame, SocketPersonality } from '../../testing/index.ts'
import { createStandardAdapter } from '../index.ts'

let game: LyingGame
const open: GameSocket[] = []
beforeAll(async () => {
  game = await startLyingGame()
})
afterAll(() => game.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
  game.behaveOnSocket('honest')
})

const adapter = createStandardAdapter({ dialer: plainDialer(), replyTimeoutMs: 3000 })
const input = { deviceId: 'device-1', ver: '1.0', ip: '10.0.0.1', fd: '7' }

async function connect(options: { replyTimeoutMs?: number; target?: LyingGame['target'] } = {}) {
  const frames: GameSocketFrame[] = []
  let closed: (value: { code: number; msg: string }) => void = () => undefined
  const whenClosed = new Promise<{ code: number; msg: string }>((resolve) => {
    closed = resolve
  })
  const own = options.replyTimeoutMs
    ? createStandardAdapter({ dialer: plainDialer(), replyTimeoutMs: options.replyTimeoutMs })
    : adapter
  const socket = await own.socket.open(options.target ?? game.target, {
    onFrame: (frame) => frames.push(frame),
    onClose: closed,
  })
  open.push(socket)
  return { socket, frames, whenClosed }
}

describe('game socket', () => {
  it('sends a command and shows request, push and reply in order', async () => {
    const { socket, frames } = await connect()
    const reply = await socket.send({
      cmd: 2001,
      body: { text: '潮', big: '9223372036854775807', mood: 'BRIGHT', list: [1, 2] },
    })
    expect(reply).toMatchObject({
      direction: 'reply',
      cmd: 2001,
      seq: 1,
      status: 0,
      message: 'honest.EchoRes',
      body: { echo: { text: '潮', big: '9223372036854775807', mood: 'BRIGHT', list: [1, 2] } },
      ms: expect.any(Number),
    })
    expect(frames.map(({ direction, message }) => [direction, message])).toEqual([
      ['request', 'honest.EchoReq'],
      ['push', 'honest.Change'],
      ['reply', 'honest.EchoRes'],
    ])
    expect(frames[0]?.hex).toMatch(/^[0-9a-f]{8}000007d1000000015144/)
  })

  it('matches replies to many commands by sequence', async () => {
    const { socket } = await connect()
    const texts = Array.from({ length: 50 }, (_none, index) => `t${index}`)
    const replies = await Promise.all(texts.map((text) => socket.send({ cmd: 2001, body: { text } })))
    expect(replies.map(({ body }) => (body as { echo: { text: string } }).echo.text)).toEqual(texts)
  })

  it('enters with a proof the game accepts, and returns the id as text with its changes', async () => {
    await expect(adapter.socket.enter(game.target, input)).resolves.toEqual({
      ok: true,
      userId: HONEST_UID,
      c: [{ d: 'role', change: '{"level":1}' }],
    })
  })

  it('a refused Enter carries the JSON text, parsed', async () => {
    game.behaveOnSocket('refuse')
    const result = await adapter.socket.enter(game.target, input)
    expect(result).toMatchObject({
      ok: false,
      status: 1,
      code: 4002,
      msg: '维护中',
      reqMsg: { hint: 'try another device' },
    })
    expect(!result.ok && JSON.parse(result.reqMsgText)).toMatchObject({ code: 4002 })
    game.behaveOnSocket('refuse_json')
    await expect(adapter.socket.enter(game.target, input)).resolves.toMatchObject({
      ok: false,
      status: 2,
      reqMsg: 'plain words',
    })
  })

  it('an Enter with a wrong key is refused by the game', async () => {
    const { socket } = await connect()
    expect(socket.isOpen).toBe(true)
    const wrong = { ...game.target, sId: 124 }
    await expect(adapter.socket.enter(wrong, input)).resolves.toMatchObject({ ok: true })
    await expect(adapter.socket.enter(game.target, { ...input, deviceId: 'a|b' })).rejects.toMatchObject({
      kind: 'refused',
      code: 2004,
    })
  })

  it.each<[SocketPersonality, string]>([
    ['slow', 'timeout'],
    ['hang_up', 'down'],
    ['garbage_frames', 'garbage'],
    ['wrong_marker', 'garbage'],
    ['too_long_frame', 'garbage'],
    ['cut_frame', 'down'],
    ['wrong_seq', 'timeout'],
    ['wrong_command', 'garbage'],
  ])('[T12] a game that answers by %s ends the command as %s', async (personality, kind) => {
    const { socket } = await connect(kind === 'timeout' ? { replyTimeoutMs: 40 } : {})
    game.behaveOnSocket(personality)
    await expect(socket.send({ cmd: 2001, body: {} })).rejects.toMatchObject({ kind })
  })

  it('[T12] a game that does not upgrade is down', async () => {
    game.behaveOnSocket('no_upgrade')
    await expect(connect()).rejects.toMatchObject({ kind: 'down' })
  })

  it('[T12] a body that cannot be read is shown as hex with the reason', async () => {
    const { socket } = await connect()
    game.behaveOnSocket('bad_body')
    const reply = await socket.send({ cmd: 2001, body: {} })
    expect(reply).toMatchObject({ status: 0, body: null, bodyError: expect.any(String) })
    expect(reply.hex).toContain('ffffffff')
    await expect(adapter.socket.enter(game.target, input)).rejects.toMatchObject({ kind: 'garbage' })
  })

  it('a broken frame closes the socket with the decoded reason, and later commands fail at once', async () => {
    const { socket, whenClosed } = await connect()
    game.behaveOnSocket('too_long_frame')
    await expect(socket.send({ cmd: 2001, body: {} })).rejects.toMatchObject({ kind: 'garbage' })
    await expect(whenClosed).resolves.toMatchObject({ code: 1002, msg: expect.stringContaining('limit') })
    expect(socket.isOpen).toBe(false)
    await expect(socket.send({ cmd: 2001, body: {} })).rejects.toMatchObject({ kind: 'down' })
  })

  it.each([
    [9999, {}, 3002],
    [1100, {}, 3002],
    [2001, { ghost: 1 }, 2004],
    [2001, { big: '9223372036854775808' }, 2004],
    [2001, { text: 5 }, 2004],
    [2001, [], 2004],
    [2001, null, 2004],
    [2001, { text: 'x'.repeat(1_048_576) }, 2004],
  ])('command %i with %j is refused before it is sent', async (cmd, body, code) => {
    const { socket, frames } = await connect()
    await expect(socket.send({ cmd, body })).rejects.toMatchObject({ kind: 'refused', code })
    expect(frames).toEqual([])
  })

  it('beats while it is open', async () => {
    const codec = { ...game.target.codec, heartbeat: { cmd: 1002, everySeconds: 0.02 } }
    const { socket, frames } = await connect({ target: { ...game.target, codec } })
    await expect
      .poll(() => frames.filter(({ message }) => message === 'honest.BeatRes').length)
      .toBeGreaterThan(1)
    socket.close()
    expect(socket.isOpen).toBe(false)
  })

  it('[T12] survives any bytes the game pushes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (chunks) => {
        const { socket } = await connect()
        for (const chunk of chunks) game.pushRaw(chunk)
        await socket.send({ cmd: 2001, body: {} }).catch(() => undefined)
        socket.close()
      }),
      { seed: 1212, numRuns: 40 },
    )
    const { socket } = await connect()
    await expect(socket.send({ cmd: 2001, body: {} })).resolves.toMatchObject({ status: 0 })
  })

  it('leaves no socket open behind an Enter', async () => {
    await adapter.socket.enter(game.target, input)
    await expect.poll(() => game.socketCount()).toBe(0)
  })
})

const LAYOUTS: FrameDescriptor[] = [
  {
    ...QD1,
    name: 'keyed',
    header: [...QD1.header, { name: 'flags', type: 'u8' }],
    compression: { kind: 'zlib', flag: 1, over: 64 },
    cipher: { kind: 'rc4', key: { reply: 1001, path: [1] }, continues: true },
  },
  {
    ...FRAME_PRESETS.get('iogame')!,
    cipher: { kind: 'aes-cbc', key: { hex: '00'.repeat(16) }, iv: 'prefix' },
  },
  FRAME_PRESETS.get('skynet-netpack')!,
]

describe('a game with frames of its own', () => {
  it.each(LAYOUTS)('enters and answers in $name', async (layout) => {
    const own = await startLyingGame('honest', { layout })
    try {
      const { socket, frames } = await connect({ target: own.target })
      await expect(socket.enter(input)).resolves.toMatchObject({ ok: true, userId: HONEST_UID })
      const text = 'the tide '.repeat(40)
      const reply = await socket.send({ cmd: 2001, body: { text } })
      expect(reply.body).toMatchObject({ echo: { text } })
      // Shown as it travelled: in the clear only where the layout has no cipher.
      const isReadable = Buffer.from(reply.hex, 'hex').includes('the tide')
      expect(isReadable).toBe(layout.cipher === undefined)
      expect(frames.at(-1)).toEqual(reply)
    } finally {
      await own.stop()
    }
  })
})
