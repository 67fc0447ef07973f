import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectionEvent } from '../../../contract/index.ts'
import { book, ECHO, startHostileGame } from '../../testing/hostile-game.ts'
import { Connections } from '../connections.ts'
import type { GameConnection } from './connection.ts'
import type { Page } from './page-feed.ts'

/* What a page is told of its connection. */

let game: Awaited<ReturnType<typeof startHostileGame>>
let folder = ''
let connections: Connections

beforeAll(async () => {
  game = await startHostileGame()
})
afterAll(() => game.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-feed-'))
  connections = new Connections({ folder, freeBytes: async () => 1e12, onFault: () => {} })
})
afterEach(async () => {
  await connections.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<GameConnection> {
  const news = {
    connecting: async () => {},
    opened: () => {},
    failed: () => {},
    lost: () => {},
    givenUp: async () => undefined,
    others: () => [],
  }
  const given = { userId: 'u', username: 'u', sessionId: 's', game: 'lantern', way: game.way }
  const target = { kind: 'server', sId: 1 } as const
  const connection = await connections.create({ ...given, target, rules: async () => null }, news)
  await connection.open()
  return connection
}

/** A page that keeps what it is told. */
function look(connection: GameConnection) {
  const told: ConnectionEvent[] = []
  const page = {
    send: (event: ConnectionEvent) => void told.push(event),
    language: 'cn',
    isBehind: () => false,
    text: () => '',
    failure: () => ({ msg: '', err: { code: '' } }),
  } as unknown as Page
  connection.feed.attach(page)
  const all = <K extends ConnectionEvent['kind']>(kind: K) =>
    told.filter((event): event is Extract<ConnectionEvent, { kind: K }> => event.kind === kind)
  return { page, all }
}
const echo = (text: string) => book().encode('h.Echo', { text })

describe('a paused display', () => {
  test('stays as it is, counts what comes, and goes on where it was', async () => {
    const connection = await open()
    const { all } = look(connection)
    const last = () => all('frames').at(-1)!
    connection.send(ECHO, echo('a'))
    await expect.poll(() => last().view.shown).toBe(2)
    connection.setPaused(true)
    connection.send(ECHO, echo('b'))
    await expect.poll(() => last().counts.frames).toBe(4)
    expect(last()).toMatchObject({ view: { shown: 2 }, last: [], more: 2 })
    connection.setPaused(false)
    await expect.poll(() => last().view.shown).toBe(4)
    expect(last().last.map(({ n }) => n)).toEqual([2, 3])
    expect(last().more).toBeUndefined()
  })

  test('shows a filter that was chosen meanwhile', async () => {
    const connection = await open()
    const { all } = look(connection)
    const last = () => all('frames').at(-1)!
    connection.send(ECHO, echo('a'))
    await expect.poll(() => last().view.shown).toBe(2)
    connection.setPaused(true)
    const { view } = connection.shown.show({ directions: ['reply'] })
    await expect.poll(() => last().view).toMatchObject({ view, shown: 1 })
    connection.send(ECHO, echo('b'))
    await expect.poll(() => last()).toMatchObject({ view: { view, shown: 1 }, more: 1 })
  })
})

test('a repeated send tells how far it is, and that it ended by itself', async () => {
  const connection = await open()
  const { all } = look(connection)
  connection.send(ECHO, echo('a'), { times: 12, everyMs: 40 })
  const told = () => all('state').map(({ connection: view }) => view.repeating)
  await expect.poll(() => told().some((repeating) => repeating !== null)).toBe(true)
  await expect.poll(() => told().at(-1)).toBeNull()
  // Changes that come close together are told as one, so not each send is.
  const far = told().flatMap((repeating) => repeating ?? [])
  expect(far).toEqual(far.map(({ sent }) => ({ cmd: ECHO, sent, times: 12 })))
  expect(new Set(far.map(({ sent }) => sent)).size).toBeGreaterThan(1)
})

test('a page that comes back is told which changes of the state it may have missed', async () => {
  const connection = await open()
  const change = (frame: number) => ({ kind: 'stateChanged' as const, frame, changes: [], isCut: false })
  const first = look(connection)
  connection.feed.stateChanged(change(1))
  await expect.poll(() => first.all('stateChanged')).toEqual([change(1)])
  connection.feed.detach(first.page)
  for (let frame = 2; frame <= 52; frame += 1) connection.feed.stateChanged(change(frame))
  const told = look(connection).all('stateChanged')
  expect(told.map(({ frame }) => frame)).toEqual(Array.from({ length: 50 }, (_none, at) => at + 3))
  expect(told.map(({ isCut }) => isCut)).toEqual([true, ...Array.from({ length: 49 }, () => false)])
})
