import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENTER_COMMAND, FRAME_PRESETS, openFrames } from '@qd/game-frame'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHostileGame } from '../testing/hostile-game.ts'
import { asksOf } from './connection-asks.ts'
import { Connections } from './connections.ts'
import { MessageBook } from './messages.ts'

/* An Enter by hand over a layout with routes: the game may know the route by a number of its own. */

const ENTRY = 'connector.entry'
const OWN_NUMBER = 5
const layout = { ...FRAME_PRESETS.get('pomelo')!, routes: { [ENTRY]: ENTER_COMMAND } }
const handshake = Buffer.from(
  JSON.stringify({ code: 200, sys: { heartbeat: 0, dict: { [ENTRY]: OWN_NUMBER } } }),
)

let folder = ''
let connections: Connections
let stopGame: () => Promise<void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-asks-'))
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
  await stopGame()
  await rm(folder, { recursive: true, force: true })
})

const ADMIN = { scope: '*', environment: '*', codes: ['*'] }

interface Noted {
  detail: Record<string, unknown>
}

/** Asks of a person who may be a real player or not; `sent` are commands as the game got them. */
async function openAsks(rights: 'all' | 'none', bodies: 'json' | 'msgpack' = 'json') {
  const game = await startHostileGame({ ...layout, body: bodies })
  stopGame = () => game.stop()
  const sent: (string | number)[] = []
  game.behave((socket, frame) => {
    if (frame.fields?.['package'] === 4) sent.push(frame.route ?? frame.cmd)
    if (frame.fields?.['package'] !== 1) return
    const reply = { cmd: 0, seq: 0, status: 0, body: handshake, fields: { package: 1 } }
    socket.send(openFrames(layout).encode('reply', reply))
  })
  const book = new MessageBook(
    { h: { nested: { Enter: { fields: { deviceId: { id: 1, type: 'string' } } } } } },
    [{ cmd: ENTER_COMMAND, name: 'Enter', req: 'h.Enter', res: '', push: '' }],
    bodies,
  )
  const noop = () => {}
  const news = {
    connecting: async () => {},
    opened: noop,
    failed: noop,
    givenUp: noop,
    lost: noop,
    others: () => [],
  }
  const target = { kind: 'server', sId: 1 } as const
  const way = game.wayWith({ definitions: async () => book })
  const who = { userId: 'u', username: 'u', game: 'lantern' }
  const connection = await connections.create({ ...who, target, way, rules: async () => null }, news)
  await connection.open()
  const audit: { refused: Noted[]; event: Noted[] } = { refused: [], event: [] }
  const deps = {
    session: { current: async () => (rights === 'all' ? { grants: [ADMIN] } : null) },
    audit: {
      refused: async (entry: Noted) => void audit.refused.push(entry),
      event: async (entry: Noted) => void audit.event.push(entry),
    },
    onFault: noop,
  }
  const page = { caller: { sessionId: 's', userId: 'u', username: 'u' }, place: {}, address: '' }
  const holder = { page, open: { target }, isEnteredByHand: false }
  return { asks: asksOf(deps as never, connection, holder as never), connection, audit, sent }
}

test('an Enter under the game’s own number needs the right to be a player, too', async () => {
  const { asks, connection, audit, sent } = await openAsks('none')
  expect(connection.phase).toBe('open')
  const enter = asks.send({ cmd: OWN_NUMBER, body: { deviceId: 'a' } })
  await expect(enter).rejects.toThrow('simulator_as_player')
  expect(audit.refused).toMatchObject([{ detail: { deviceId: 'a' } }])
  expect(sent).toEqual([])
})

test('with it, an Enter goes out by its route and is noted with its device', async () => {
  const { asks, connection, audit, sent } = await openAsks('all')
  await asks.send({ cmd: OWN_NUMBER, body: { deviceId: 'a' } })
  await expect.poll(() => sent).toEqual([ENTRY])
  expect(audit.event).toMatchObject([{ detail: { deviceId: 'a' } }])
  expect(connection.timeline.summary(connection.timeline.index.length - 1)).toMatchObject({
    cmd: ENTER_COMMAND,
  })
})

test('an Enter whose device cannot be told is noted with a hash of its body', async () => {
  const { asks, audit } = await openAsks('all', 'msgpack')
  // {"deviceId": "a", "deviceId": "b"}
  const body = Buffer.from('82a86465766963654964a161a86465766963654964a162', 'hex')
  await asks.send({ cmd: ENTER_COMMAND, bytes: body.toString('base64') })
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  expect(audit.event).toMatchObject([{ detail: { deviceId: '', bodySha256 } }])
})
