import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FRAME_PRESETS, QD1, openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ECHO, NESTED, answer, book, startHostileGame } from '../testing/hostile-game.ts'
import { sessionPiece } from './capture/session-file.ts'
import type { GameConnection } from './connection/connection.ts'
import type { PreparedWay } from './connection/game-way.ts'
import { Connections } from './connections.ts'
import { MessageBook } from './messages.ts'

/* Connections over other layouts than the sandbox's, and heartbeats that cannot be sent. */

type Game = Awaited<ReturnType<typeof startHostileGame>>

let folder = ''
let connections: Connections
let game: Game | null = null
const news = {
  connecting: async () => {},
  opened: () => {},
  failed: () => {},
  givenUp: () => {},
  lost: () => {},
  others: () => [],
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-layouts-'))
  connections = new Connections({
    folder,
    freeBytes: async () => 1e12,
    onFault: (error) => {
      throw error
    },
  })
})
afterEach(async () => {
  await connections.stop()
  await game?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(descriptor: FrameDescriptor, change: Partial<PreparedWay> = {}): Promise<GameConnection> {
  game = await startHostileGame(descriptor)
  const target = { kind: 'server', sId: 1 } as const
  const who = { userId: 'u', username: 'u', game: 'lantern' }
  const given = { ...who, target, way: game.wayWith(change), rules: async () => null }
  const connection = await connections.create(given, news)
  await connection.open()
  return connection
}
const all = ({ timeline }: GameConnection) =>
  Array.from({ length: timeline.index.length }, (_none, n) => timeline.summary(n))

describe('heartbeats', () => {
  const strict = new MessageBook(
    { h: { nested: { Beat: { fields: { at: { id: 1, type: 'string', rule: 'required' } } } } } },
    [{ cmd: 9, name: 'Beat', req: 'h.Beat', res: '', push: '' }],
  )
  test.each<[string, FrameDescriptor, Partial<PreparedWay>]>([
    ['with a command no frame holds', { ...QD1, heartbeat: { cmd: 2 ** 32, everySeconds: 0.01 } }, {}],
    [
      'without a field its message must have',
      { ...QD1, heartbeat: { cmd: 9, everySeconds: 0.01 } },
      { definitions: async () => strict },
    ],
  ])('one %s stops and is told; the connection stays', async (_what, descriptor, change) => {
    const connection = await open(descriptor, change)
    const noted = () => all(connection).filter(({ direction }) => direction === 'note')
    await expect.poll(() => noted(), { interval: 5 }).toHaveLength(1)
    expect(connection.phase).toBe('open')
    expect(connection.view({ failure: () => ({ code: '', msg: '' }) } as never).heartbeat.isOn).toBe(false)
  })

  test('carries the header fields its layout gives it', async () => {
    const descriptor: FrameDescriptor = {
      ...QD1,
      header: [...QD1.header, { name: 'flags', type: 'u8' }],
      heartbeat: { cmd: 9, everySeconds: 0.01, fields: { flags: 5 } },
    }
    const connection = await open(descriptor)
    await expect.poll(() => connection.timeline.index.length, { interval: 5 }).toBeGreaterThan(0)
    const [frame] = openFrames(descriptor).push('request', await connection.timeline.bytesOf(0)).frames
    expect(frame).toMatchObject({ cmd: 9, fields: { flags: 5 } })
  })
})

describe('a layout without a sequence', () => {
  const leaf = FRAME_PRESETS.get('leaf')!
  const enter = {
    cmd: ECHO,
    body: (messages: MessageBook) => messages.encode('h.Echo', { text: '30123000001' }),
    entered: (_status: number, body?: Record<string, unknown>) => String(body?.['text']),
  }

  test('enters by what answers in the same command, and pairs the two', async () => {
    const connection = await open(leaf, { enter })
    expect(connection).toMatchObject({ phase: 'open', uId: '30123000001' })
    expect(all(connection)).toMatchObject([
      { direction: 'request', cmd: ECHO, pair: 1 },
      { direction: 'reply', cmd: ECHO, pair: 0 },
    ])
  })

  test('takes a frame of another command with the reply’s message as the reply; one nobody asked for is a push', async () => {
    const connection = await open(leaf, {
      definitions: async () =>
        new MessageBook(NESTED, [
          { cmd: ECHO, name: 'Ask', req: 'h.Echo', res: 'h.Echo', push: '' },
          { cmd: 8, name: 'Answer', req: '', res: '', push: 'h.Echo' },
        ]),
    })
    game!.behave((socket, { body }) => {
      for (let times = 0; times < 2; times += 1) {
        socket.send(openFrames(leaf).encode('reply', { cmd: 8, seq: 0, status: 0, body }))
      }
    })
    connection.send(ECHO, book().encode('h.Echo', { text: 'a' }))
    await expect.poll(() => connection.timeline.index.length, { interval: 5 }).toBe(3)
    expect(all(connection).map(({ direction }) => direction)).toEqual(['request', 'reply', 'push'])
  })
})

test('a status is kept as the game says it, also a large one', async () => {
  const wide = QD1.header.map((each) => (each.name === 'status' ? { ...each, type: 'u32' as const } : each))
  const connection = await open({ ...QD1, header: wide })
  game!.behave((socket, frame, descriptor) => socket.send(answer(frame, { status: 100_200 }, descriptor)))
  connection.send(ECHO, book().encode('h.Echo', { text: 'a' }))
  await expect.poll(() => connection.timeline.index.length, { interval: 5 }).toBe(2)
  expect(all(connection)[1]).toMatchObject({ status: 100_200 })
})

describe('a session file', () => {
  const KEY_COMMAND = 8
  const LOGIN = 11
  const messages = new MessageBook(
    {
      h: {
        nested: {
          Token: { fields: { token: { id: 1, type: 'string' } } },
          Login: { fields: { tokens: { id: 1, type: 'Chat' }, password: { id: 2, type: 'int32' } } },
          Chat: { fields: { chat: { id: 1, type: 'string' }, room: { id: 2, type: 'int64' } } },
        },
      },
    },
    [ECHO, KEY_COMMAND, LOGIN].map((cmd) => {
      const message = cmd === LOGIN ? 'h.Login' : 'h.Token'
      return { cmd, name: '', req: message, res: message, push: '' }
    }),
  )
  const hexOf = (text: string) => Buffer.from(text).toString('hex')
  const TOKEN = messages.encode('h.Token', { token: 'abc-secret' })
  const sessionOf = async (cmd: number, cipher?: FrameDescriptor['cipher'], body = TOKEN) => {
    const connection = await open(QD1, { definitions: async () => messages })
    connection.send(cmd, body)
    await expect.poll(() => connection.timeline.index.length, { interval: 5 }).toBe(2)
    const descriptor = cipher === undefined ? QD1 : { ...QD1, cipher }
    const of = { timeline: connection.timeline, book: messages, descriptor, title: '', isOfServer: true }
    const lines = (await sessionPiece(of, 0)).text.trim().split('\n')
    return lines.slice(1).map((line) => JSON.parse(line) as { hex?: string; lost?: boolean })
  }

  test('has no token of a reply, but its frame', async () => {
    const [request, reply] = await sessionOf(ECHO)
    for (const { hex } of [request!, reply!]) {
      expect(hex).toMatch(/^[0-9a-f]+$/)
      expect(hex).not.toContain(hexOf('abc-secret'))
    }
  })

  test('has no text below a secret field and no number that is a secret', async () => {
    const body = messages.encode('h.Login', { tokens: { chat: 'abc-secret' }, password: 123_456 })
    const login = await sessionOf(LOGIN, undefined, body)
    for (const { hex } of login) {
      const [frame] = openFrames(QD1).push('request', Buffer.from(hex ?? '', 'hex')).frames
      expect(hex).not.toContain(hexOf('abc-secret'))
      expect(JSON.stringify(messages.decode('h.Login', frame!.body))).not.toContain('123456')
    }
    expect(login).toHaveLength(2)
    await game!.stop()
    // A number of 64 bits is read as text: without it the frame cannot be written, so it is left out.
    const wide = messages.encode('h.Login', { tokens: { chat: 'x', room: '9007199254740993' } })
    expect(await sessionOf(LOGIN, undefined, wide)).toMatchObject([{ lost: true }, { lost: true }])
  })

  test('has neither what nobody can read of a server nor the reply that brings a key', async () => {
    expect(await sessionOf(99)).toMatchObject([{ lost: true }, { lost: true }])
    await game!.stop()
    const [, reply] = await sessionOf(KEY_COMMAND, { kind: 'xor', key: { reply: KEY_COMMAND } })
    expect(reply).toMatchObject({ lost: true })
  })
})
