import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FrameFilter, FrameSummary } from '../../contract/index.ts'
import { answer, BEHAVIOURS, book, ECHO, startHostileGame } from '../testing/hostile-game.ts'
import type { ConnectionNews } from './connection/connection-options.ts'
import type { GameConnection } from './connection/connection.ts'
import { Connections } from './connections.ts'
import type { GatewayLimits } from './gateway-deps.ts'
import type { MessageBook } from './messages.ts'

/* Connections to a game that does what games should not. */

let game: Awaited<ReturnType<typeof startHostileGame>>
let folder = ''
let connections: Connections
const free = { bytes: 1e12 }
const news: ConnectionNews = {
  connecting: async () => {},
  opened: () => {},
  failed: () => {},
  givenUp: () => {},
  lost: () => {},
  others: () => [],
}
const given = (userId = 'u') => ({
  userId,
  username: userId,
  game: 'lantern',
  target: { kind: 'server', sId: 1 } as const,
  way: game.way,
  rules: async () => null,
})

function newConnections(limits: Partial<GatewayLimits> = {}) {
  connections = new Connections({
    folder,
    limits,
    freeBytes: async () => free.bytes,
    onFault: (error) => {
      throw error
    },
  })
}
beforeAll(async () => {
  game = await startHostileGame()
})
afterAll(() => game.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-gateway-'))
  free.bytes = 1e12
  newConnections()
  game.behave(BEHAVIOURS.honest)
})
afterEach(async () => {
  await connections.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<GameConnection> {
  const connection = await connections.create(given(), news)
  await connection.open()
  expect(connection.phase).toBe('open')
  return connection
}
const echo = (text: string) => book().encode('h.Echo', { text })
const all = (connection: GameConnection): FrameSummary[] =>
  Array.from({ length: connection.timeline.index.length }, (_none, n) => connection.timeline.summary(n))
const framesAre = (connection: GameConnection, count: number) =>
  expect.poll(() => connection.timeline.index.length, { interval: 5 }).toBeGreaterThanOrEqual(count)

async function found(connection: GameConnection, filter: FrameFilter): Promise<number[]> {
  const { view } = connection.shown.show(filter)
  await expect.poll(() => connection.shown.view.state.isDone, { interval: 5 }).toBe(true)
  return connection.shown.view.rows(view, 0, 500).map(({ n }) => n)
}

describe('frames a game should not send', () => {
  test.each([
    ['garbage', 'too_long', /4294967/],
    ['wrongMarker', 'wrong_marker', /0x5753/],
  ] as const)('%s is shown with what was expected, and ends the socket', async (behaviour, code, text) => {
    game.behave(BEHAVIOURS[behaviour])
    const connection = await open()
    connection.send(ECHO, echo('a'))
    await expect.poll(() => connection.phase).toBe('closed')
    const fault = all(connection).find(({ direction }) => direction === 'fault')
    expect(fault).toMatchObject({
      fault: { code, offset: expect.any(Number), text: expect.stringMatching(text) },
    })
    expect((await connection.timeline.bytesOf(fault!.n)).length).toBe(fault!.size)
  })

  test('a frame in pieces of one byte is one frame', async () => {
    game.behave(BEHAVIOURS.oneByte)
    const connection = await open()
    const { n } = connection.send(ECHO, echo('piece by piece'))
    await framesAre(connection, 2)
    expect(all(connection)[1]).toMatchObject({ direction: 'reply', pair: n, size: 31, bodyAt: 15 })
    expect(await found(connection, { text: 'PIECE', directions: ['reply'] })).toEqual([1])
  })

  test('a reply that comes twice or to nobody says that no request waits for it', async () => {
    const connection = await open()
    game.behave(BEHAVIOURS.twice)
    connection.send(ECHO, echo('a'))
    await framesAre(connection, 3)
    game.behave(BEHAVIOURS.wrongSequence)
    connection.send(ECHO, echo('b'))
    await framesAre(connection, 5)
    const [, first, second, , stray] = all(connection)
    expect(first).not.toHaveProperty('fault')
    expect(second).toMatchObject({ fault: { code: 'no_request', text: expect.stringContaining('1') } })
    expect(stray).toMatchObject({ seq: 102, fault: { code: 'no_request' } })
  })

  test.each(['noBody', 'truncated', 'nested'] as const)(
    '%s is kept, searched and harms nothing',
    async (behaviour) => {
      game.behave(BEHAVIOURS[behaviour])
      const connection = await open()
      connection.send(ECHO, echo('needle'))
      await framesAre(connection, 2)
      expect(await found(connection, { text: 'needle' })).toEqual([0])
      expect(connection.phase).toBe('open')
    },
  )
})

test('a range of commands finds those nobody knows as well', async () => {
  const connection = await open()
  for (const cmd of [4200, 4300]) connection.send(cmd, echo('a'))
  const requests = async (filter: FrameFilter) => found(connection, { directions: ['request'], ...filter })
  expect(await requests({ cmdRanges: [{ from: 4200, to: 4299 }] })).toEqual([0])
  const both = await requests({ cmds: [4200], cmdRanges: [{ from: 4300, to: 4300 }] })
  expect(both).toHaveLength(2)
  expect(await requests({ cmds: [] })).toEqual([])
})

describe('more than there is room for', () => {
  test('a flood is read as fast as it is kept; what finds no room is counted', async () => {
    newConnections({ frames: 1_000 })
    const burst = Buffer.concat(
      Array.from({ length: 5_000 }, () => answer({ cmd: ECHO, seq: 0, status: 0, body: echo('x') })),
    )
    game.behave((socket, frame) => {
      for (let times = 0; times < 8; times += 1) socket.send(burst)
      socket.send(answer(frame))
    })
    const connection = await open()
    connection.send(ECHO, echo('go'))
    await expect.poll(() => connection.timeline.counts.lost).toBe(39_002)
    expect(connection.timeline.counts).toMatchObject({ frames: 1_000, lostWhy: 'frames' })
    expect(connection.phase).toBe('open')
  })

  test('one user’s bytes are bounded over all connections, and given back when one ends', async () => {
    newConnections({ bytesOfUser: 200 })
    const first = await open()
    for (let times = 0; times < 4; times += 1) first.send(ECHO, echo('0123456789'))
    await framesAre(first, 6)
    const second = await open()
    second.send(ECHO, echo('0123456789'))
    await expect.poll(() => second.timeline.counts).toMatchObject({ frames: 0, lostWhy: 'bytes' })
    await connections.end(first)
    second.send(ECHO, echo('0123456789'))
    await framesAre(second, 1)
  })

  test('a full disk is told; once there is room the time line goes on', async () => {
    free.bytes = 0
    const connection = await open()
    connection.send(ECHO, echo('lost'))
    await expect.poll(() => connection.timeline.counts.lostWhy).toBe('disk')
    await expect(connection.timeline.bytesOf(0)).rejects.toMatchObject({ def: { code: 'storage_full' } })
    free.bytes = 1e12
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_000)
    const before = connection.timeline.index.length
    connection.send(ECHO, echo('kept'))
    expect(connection.timeline.index.length).toBe(before + 1)
    expect((await connection.timeline.bytesOf(before)).toString()).toContain('kept')
    clock.mockRestore()
  })

  test('a connection too many takes the place of one nobody looks at, or is refused', async () => {
    newConnections({ connectionsOfUser: 2 })
    const [first, second] = [await open(), await open()]
    const third = await open()
    expect(connections.all().map(({ id }) => id)).toEqual([second.id, third.id])
    expect(first.phase).toBe('closed')
    const page = {
      language: 'cn',
      isBehind: () => false,
      send: () => {},
      text: () => '',
      failure: () => ({ code: '', msg: '' }),
    }
    for (const each of [second, third]) connections.attach(each, page as never)
    await expect(connections.create(given(), news)).rejects.toMatchObject({
      def: { code: 'simulator_connections_full' },
    })
  })
})

describe('room for connections', () => {
  const page = {
    language: 'cn',
    isBehind: () => false,
    send: () => {},
    text: () => '',
    failure: () => ({ code: '', msg: '' }),
  } as never

  test('two at once do not both take the last place', async () => {
    newConnections({ connectionsOfUser: 1 })
    const made = await Promise.all([connections.create(given(), news), connections.create(given(), news)])
    // Which of the two came first is the file system's to say: each makes the folder before it takes its place.
    const kept = connections.all()
    expect(kept).toHaveLength(1)
    expect(made.filter(({ isEnded }) => !isEnded)).toEqual(kept)
  })

  test('a full node ends what anybody left longest ago, and refuses where all are looked at', async () => {
    newConnections({ connectionsOfNode: 2 })
    const [first, second] = [
      await connections.create(given('a'), news),
      await connections.create(given('b'), news),
    ]
    connections.attach(first, page)
    const third = await connections.create(given('c'), news)
    expect(connections.all()).toEqual([first, third])
    expect(() => connections.find(second.id, 'b')).toThrow('simulator_connection_gone')
    connections.attach(third, page)
    await expect(connections.create(given('d'), news)).rejects.toThrow('simulator_node_full')
  })

  test('one user’s frames are bounded over all their connections; what comes after the end takes nothing', async () => {
    newConnections({ framesOfUser: 2 })
    const first = await connections.create(given(), news)
    for (let times = 0; times < 3; times += 1) first.timeline.note({ key: 'x' })
    const second = await connections.create(given(), news)
    expect(second.timeline.note({ key: 'x' })).toBe(null)
    expect(first.timeline.index.length).toBe(2)
    await connections.end(first)
    for (let times = 0; times < 3; times += 1) expect(first.timeline.note({ key: 'x' })).toBe(null)
    expect(second.timeline.note({ key: 'x' })).toBe(0)
  })
})

describe('the end of a connection', () => {
  test('its file goes with it; what a killed node left is swept after a day', async () => {
    const connection = await open()
    connection.send(ECHO, echo('a'))
    await connection.timeline.caughtUp()
    const old = '01900000-0000-7000-8000-000000000000.frames'
    await writeFile(join(folder, old), 'x')
    await connections.sweep()
    expect((await readdir(folder)).toSorted()).toEqual([old, `${connection.id}.frames`])
    await utimes(join(folder, old), 1, 1)
    await connections.sweep()
    expect(await readdir(folder)).toEqual([`${connection.id}.frames`])
    await connections.end(connection)
    expect(await readdir(folder)).toEqual([])
  })

  test('a game that hangs up is tried again, later each time, until it is there', async () => {
    const connection = await open()
    connection.reconnect({ isOn: true })
    game.behave(BEHAVIOURS.hangUp)
    connection.send(ECHO, echo('a'))
    await expect.poll(() => connection.phase).toBe('waiting')
    await expect.poll(() => connection.phase).toBe('open')
    expect(all(connection).map(({ direction }) => direction)).toEqual(['request', 'note'])
  })

  test('a connection nobody looks at is left after its time, and its time line stays', async () => {
    newConnections({ resumeMs: 20 })
    const connection = await open()
    const page = {
      language: 'cn',
      isBehind: () => false,
      send: () => {},
      text: () => '',
      failure: () => ({ code: '', msg: '' }),
    }
    connections.attach(connection, page as never)
    connections.detach(connection, page as never)
    await expect.poll(() => connection.phase).toBe('closed')
    expect(connections.find(connection.id, 'u')).toBe(connection)
    expect(() => connections.find(connection.id, 'somebody else')).toThrow('simulator_connection_gone')
  })

  test('one that is left on its way in was given up; the next attempt is told apart', async () => {
    const told: [string, unknown][] = []
    const heard: ConnectionNews = {
      ...news,
      connecting: async (_connection, attempt) => void (attempt.intent = `intent ${told.length}`),
      opened: (_connection, attempt) => void told.push(['opened', attempt.intent]),
      failed: (_connection, attempt) => void told.push(['failed', attempt.intent]),
      givenUp: (_connection, attempt) => void told.push(['givenUp', attempt.intent]),
    }
    const slow = Promise.withResolvers<MessageBook>()
    let tries = 0
    const definitions = () => ((tries += 1) === 1 ? slow.promise : Promise.resolve(book()))
    const connection = await connections.create({ ...given(), way: game.wayWith({ definitions }) }, heard)
    const first = connection.open()
    await expect.poll(() => tries, { interval: 5 }).toBe(1)
    connection.leave('disconnected')
    told.push(['left', null])
    const second = connection.open()
    slow.resolve(book())
    await Promise.all([first, second])
    expect(told.toSorted()).toEqual([
      ['givenUp', 'intent 0'],
      ['left', null],
      ['opened', 'intent 1'],
    ])
    expect(connection.phase).toBe('open')
  })
})
