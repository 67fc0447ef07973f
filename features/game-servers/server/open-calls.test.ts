import { sha256Hex } from '@qd/game-contract/signing'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { gameServerMigrations } from './index.ts'
import { NOW, openServer, useOpenNodes } from './testing/open-world.ts'

const TAKEN = { status: 200, data: { taken: true, now: NOW }, isSigned: true }
const UNPROVEN = { status: 401, code: 'game_signature', hasSignature: false }

describeStored('calls of game servers', gameServerMigrations, (open) => {
  const it = useOpenNodes(open)
  const online = async () => (await it.node().states()).find(({ sId }) => sId === 123)?.online

  test('a heartbeat is taken, its answer is signed, and every node shows it', async () => {
    const first = it.node()
    expect(await first.beat()).toMatchObject(TAKEN)
    const [shown, other] = await it.node().states()
    expect(shown).toMatchObject({ sId: 123, online: 41, state: 'open', silentSince: null, heardAt: NOW })
    expect(other).toMatchObject({ sId: 124, online: null, state: null, silentSince: null, heardAt: null })
  })

  test('one that is replayed, or older than the last taken, changes nothing, on whatever node', async () => {
    const [first, second] = [it.node(), it.node()]
    await first.beat(123, { online: 50 })
    expect((await second.beat(123, { online: 1 })).data).toEqual({ taken: false, now: NOW })
    expect((await second.beat(123, { online: 2 }, { atMs: NOW - 1 })).data).toEqual({
      taken: false,
      now: NOW,
    })
    expect(await online()).toBe(50)
    expect((await second.beat(123, { online: 3 }, { atMs: NOW + 1 })).data).toEqual({ taken: true, now: NOW })
    expect(await online()).toBe(3)
  })

  test('the newest of many at once stays', async () => {
    const nodes = [it.node(), it.node()]
    const all = Array.from({ length: 20 }, (_, at) => at).toSorted(() => Math.random() - 0.5)
    await Promise.all(all.map((at) => nodes[at % 2]!.beat(123, { online: at }, { atMs: NOW + at })))
    expect(await online()).toBe(19)
  })

  test('from another server it is refused: its key, its name, or a server it names', async () => {
    const node = it.node()
    expect(await node.beat(123, {}, { hashKey: 'secret of 124' })).toMatchObject(UNPROVEN)
    expect(await node.beat(123, {}, { from: 'lantern/3/124' })).toMatchObject(UNPROVEN)
    const named = await node.beat(123, { sId: 124 })
    expect(named).toMatchObject({ status: 403, code: 'game_server_foreign', isSigned: true })
    const deep = await node.beat(123, { versions: { config: {}, sId: 124 } as object })
    expect(deep).toMatchObject({ status: 200 })
    expect(await online()).toBe(41)
  })

  test.each([
    ['a wrong key', { hashKey: 'guessed' }],
    ['an unknown key id', { keyId: 'other' }],
    ['another body than was signed', { signedBody: '{}' }],
    ['an unknown server', { from: 'lantern/3/999' }],
    ['a server that is not of this platform', { from: 'lantern/4/123' }],
    ['a name that is none', { from: 'lantern' }],
    ['two names', { headers: { 'x-gm-from': 'lantern/3/123, lantern/3/123' } }],
    ['a user’s token beside it', { headers: { token: 'reader' } }],
    ['a user’s token as Bearer', { headers: { authorization: 'Bearer reader' } }],
  ])('%s is not let in, and learns nothing by it', async (_what, signing) => {
    const node = it.node()
    expect(await node.beat(123, {}, signing)).toMatchObject(UNPROVEN)
    expect(await online()).toBe(null)
  })

  test('a clock five minutes off is the limit; a signed answer says by how much it is off', async () => {
    const node = it.node()
    expect(await node.beat(123, {}, { atMs: NOW - 300_000 })).toMatchObject(TAKEN)
    expect(await node.beat(123, {}, { atMs: NOW + 300_000 })).toMatchObject(TAKEN)
    for (const skewMs of [300_001, -300_001, 10 * 365 * 86_400_000]) {
      const answer = await node.beat(123, {}, { atMs: NOW + skewMs })
      expect(answer).toMatchObject({ status: 401, code: 'game_clock', details: { skewMs }, isSigned: true })
    }
  })

  test('both keys of a rotation are taken, an ended one no more', async () => {
    const node = it.node()
    const old = it.shared().keys.get(123)![0]!
    const made = { keyId: 'k123', hashKey: 'new secret' }
    it.shared().keys.set(123, [made, old])
    expect(await node.beat(123, {}, { ...old })).toMatchObject(TAKEN)
    expect(await node.beat(123, {}, { ...made, atMs: NOW + 1 })).toMatchObject(TAKEN)
    it.shared().keys.set(123, [made])
    expect(await node.beat(123, {}, { ...old, atMs: NOW + 2 })).toMatchObject(UNPROVEN)
  })

  test('a server that is switched off is not known', async () => {
    const node = it.node()
    it.shared().servers.splice(0, 1)
    const signing = { from: 'lantern/3/123' }
    const body = JSON.stringify({ sId: 123 })
    expect(
      await node.send({ method: 'POST', url: '/open/v1/heartbeat', body, sId: 124 }, signing),
    ).toMatchObject(UNPROVEN)
  })

  test('10 MB are refused before anybody counts their hash', async () => {
    const node = it.node()
    const body = JSON.stringify({ sId: 123, state: 'x'.repeat(10_000_000) })
    const answer = await node.send({ method: 'POST', url: '/open/v1/heartbeat', body })
    expect(answer).toMatchObject({ status: 413, code: 'body_too_large', hasSignature: false })
  })

  test('more than so many calls a minute are refused, over all nodes, and others go on', async () => {
    const [first, second] = [it.node({ callsPerMinute: 3 }), it.node({ callsPerMinute: 3 })]
    const list = (node: typeof first, sId = 123) => node.open('servers', null, sId)
    expect((await list(first)).status).toBe(200)
    expect((await list(second)).status).toBe(200)
    expect((await list(first)).status).toBe(200)
    expect(await list(second)).toMatchObject({ status: 429, code: 'too_many_requests', isSigned: true })
    expect((await list(second, 124)).status).toBe(200)
    // Who cannot sign takes nothing from the server they name.
    await first.open('servers', null, 124, { hashKey: 'guessed' })
    expect((await list(second, 124)).status).toBe(200)
    it.shared().now += 60_000
    expect((await list(first)).status).toBe(200)
  })

  test('recorded calls use up nothing of the heartbeats', async () => {
    const [first, second] = [it.node({ callsPerMinute: 3 }), it.node({ callsPerMinute: 3 })]
    for (let times = 0; times < 5; times++) await first.open('servers', null)
    expect(await first.beat()).toMatchObject({ status: 200, data: { taken: true } })
    for (const node of [first, second, first, second, first]) {
      expect(await node.beat()).toMatchObject({ status: 200, data: { taken: false } })
    }
    expect(await second.beat(123, {}, { atMs: NOW + 1 })).toMatchObject({ data: { taken: true } })
    expect(await second.beat(123, {}, { atMs: NOW + 2 })).toMatchObject({ data: { taken: true } })
    expect(await first.beat(123, {}, { atMs: NOW + 3 })).toMatchObject({ status: 429 })
  })

  test('nodes whose clocks differ count the calls of a minute together', async () => {
    const behind = it.node({ callsPerMinute: 4, nowMs: () => it.shared().now - 60_000 })
    const nodes = [it.node({ callsPerMinute: 4 }), behind]
    const list = async (at: number) => (await nodes[at]!.open('servers', null)).status
    expect([await list(0), await list(1), await list(0), await list(1)]).toEqual([200, 200, 200, 200])
    expect([await list(0), await list(1)]).toEqual([429, 429])
    it.shared().now += 60_000
    expect(await list(0)).toBe(200)
    // Set back by an hour, it does not go on for an hour in the minute it had.
    it.shared().now -= 3_600_000
    const fresh = it.node({ callsPerMinute: 1 })
    expect((await fresh.open('servers', null)).status).toBe(200)
  })

  test('an address that is not on the list of the record is refused, and leaves a row once a minute', async () => {
    const node = it.node()
    const [server] = it.shared().servers
    const from = (openAddresses: string[]) => {
      it.shared().servers[0] = { ...server!, connection: { ws: '', openAddresses } }
      return node.open('servers', null)
    }
    expect(await from(['10.0.0.0/8', '::1'])).toMatchObject({
      status: 403,
      code: 'game_address',
      isSigned: true,
    })
    expect((await from(['10.0.0.0/8', '127.0.0.0/8'])).status).toBe(200)
    expect((await from(['127.0.0.1'])).status).toBe(200)
    for (let times = 0; times < 3; times++) expect((await from(['::1'])).status).toBe(403)
    const row = {
      kind: 'event',
      entry: {
        action: 'game-servers.list',
        address: '127.0.0.1',
        target: 'lantern:3:123',
        scope: 'lantern/northwind/northwind-test/123',
      },
      result: { status: 403, code: 'game_address' },
    }
    expect(node.audits).toMatchObject([row])
    it.shared().now += 60_000
    await from(['::1'])
    expect(node.audits).toMatchObject([row, row])
  })

  test('the list for clients: the game, platform and environment of who asks, with states and labels', async () => {
    const node = it.node()
    await node.beat(123, { state: 'drain' })
    it.shared().servers.push(openServer(125, { environment: 'production' }))
    expect((await node.open('servers', null, 124)).data).toEqual([
      {
        sId: 123,
        name: 'S123',
        line: 'northwind-test',
        environment: 'test',
        state: 'drain',
        tags: ['new'],
        openAt: NOW - 86_400_000,
        address: 'wss://game.example/s123',
      },
      expect.objectContaining({ sId: 124, state: 'unknown' }),
    ])
  })

  test('a write is genuine for ten minutes, for its server, with exactly its body', async () => {
    const [first, second] = [it.node(), it.node()]
    const write = {
      idempotencyKey: 'key-0001',
      method: 'POST' as const,
      path: '/s/gm/v1/time',
      bodySha256: sha256Hex('{}'),
    }
    await first.feature.noteWrite({ game: 'lantern', platform: 3, sId: 123 }, write)
    const ask = async (changed: object = {}, sId = 123) =>
      (await second.open('verify', { ...write, ...changed }, sId)).data
    expect(await ask()).toEqual({ genuine: true })
    expect(await ask({ bodySha256: sha256Hex('{ }') })).toEqual({ genuine: false })
    expect(await ask({ path: '/gm/v1/time' })).toEqual({ genuine: false })
    expect(await ask({ idempotencyKey: 'key-0002' })).toEqual({ genuine: false })
    expect(await ask({}, 124)).toEqual({ genuine: false })
    it.shared().now += 600_000
    expect(await ask()).toEqual({ genuine: false })
  })

  test('a user’s call is closed to a server’s signature', async () => {
    const node = it.node()
    const body = JSON.stringify({ game: 'lantern' })
    const answer = await node.send({ method: 'POST', url: '/adjust/server/states', body })
    expect(answer).toMatchObject({ status: 401, code: 'session_required' })
  })
})
