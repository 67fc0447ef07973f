import type { ConnectionView, FrameSummary, TimelineView } from '@qd/simulator/contract'
import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { QD1 } from '@qd/game-frame'
import type { Commit, SessionTables } from '@qd/session/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, startTestConsole } from '../testing/index.ts'
import type { LiveSocket, OpenedLive } from '../testing/open-live.ts'
import { openLive } from '../testing/open-live.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Connections of the simulator from a page's live socket through the whole console to the sandbox game. */

let running: TestConsole
let developer: Speaker
const sockets: LiveSocket[] = []
beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})
afterAll(() => running.dispose())

const server = { kind: 'server', sId: 123, lineId: 'northwind-test' }
const production = { kind: 'server', sId: 11, lineId: 'harbour-prod' }
const RENAME = 1202

interface StateEvent {
  kind: string
  connection: ConnectionView
}
const stateIs = (is: (connection: ConnectionView) => boolean) => (event: StateEvent) =>
  event.kind === 'state' && is(event.connection)
const inPhase = (phase: string) => stateIs((connection) => connection.phase === phase)

async function openPage(open: object, speaker = developer): Promise<OpenedLive> {
  const live = await openLive(running.url, speaker)
  sockets.push(live)
  return live.open('simulator.connection', { target: server, account: { kind: 'new' }, ...open })
}

async function enter(open: object = {}, speaker = developer) {
  const page = await openPage(open, speaker)
  const { connection } = await page.event<StateEvent>(inPhase('open'))
  return { page, connection }
}

async function shownBy(page: OpenedLive, filter: object): Promise<FrameSummary[]> {
  const { view, isDone } = await page.ask<TimelineView>('view', { filter })
  if (!isDone) {
    const next = (event: { view?: TimelineView }) => event.view?.view === view && event.view.isDone
    await page.event<{ view: TimelineView }>(next)
  }
  return (await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 100 })).rows
}

/** Resolves once the time line has a frame that passes. */
async function until(page: OpenedLive, passes: (frame: FrameSummary) => boolean): Promise<FrameSummary> {
  let found: FrameSummary | undefined
  await page.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
    found ??= last.find(passes)
    return found !== undefined
  })
  return found!
}

interface Person {
  id: string
  username: string
  speaker: Speaker
}
let users = 0
async function aUser(grants: { role: string; scope: string; environment: '*' | 'production' }[]) {
  users += 1
  const [username, password] = [`player-${users}`, 'simulator password 1']
  const commit: Commit = (change) => running.store.as<SessionTables>().write(change)
  const id = await running.session.administration.createUser(commit, {
    username,
    name: username,
    password,
    grants,
  })
  return { id, username, speaker: await running.signIn(username, password) }
}

describe('a connection to the sandbox', () => {
  test('[S3.11] goes in step by step as the account made on the way, and shows frames with their bytes', async () => {
    const { page, connection } = await enter()
    expect(connection.steps.map(({ step, state }) => [step, state])).toEqual([
      ['connectionInfo', 'ok'],
      ['definitions', 'ok'],
      ['socket', 'ok'],
      ['enter', 'ok'],
      ['enterReply', 'ok'],
    ])
    for (const { ms } of connection.steps) expect(ms).toBeGreaterThan(0)
    expect(connection.uId).toMatch(/^\d+$/)
    expect(connection.heartbeat).toEqual({ isKnown: true, isOn: true, everySeconds: 20, cmd: 1002 })
    const rows = await shownBy(page, {})
    expect(rows.slice(0, 2)).toMatchObject([
      { n: 0, direction: 'request', cmd: 1001, message: 'lantern.EnterReq', seq: 1, pair: 1, bodyAt: 14 },
      { n: 1, direction: 'reply', cmd: 1001, message: 'lantern.EnterRes', status: 0, pair: 0, bodyAt: 15 },
    ])
    expect(rows[1]!.rtMs).toBeGreaterThan(0)
    const first = await page.ask<{ bytes: string }>('frame', { n: 0 })
    const bytes = Buffer.from(first.bytes, 'base64')
    expect(bytes.length).toBe(rows[0]!.size)
    expect([bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt16BE(12)]).toEqual([
      bytes.length - 4,
      1001,
      0x5144,
    ])
    const rest = await page.ask<{ bytes: string; from: number }>('frame', { n: 0, from: 14 })
    expect(Buffer.from(rest.bytes, 'base64')).toEqual(bytes.subarray(14))
  })

  test('[S7.20] what its frames are read with is kept as a version', async () => {
    const { connection } = await enter()
    const { body } = await developer.post<{ hash: string }>('/mock/definition/get', {
      sId: 123,
      lineId: server.lineId,
      hash: connection.definitionHash,
    })
    expect(body.data).toMatchObject({ hash: connection.definitionHash })
    const now = await developer.get<{ hash: string }>(`/adjust/proto?sId=123&lineId=${server.lineId}`)
    expect(now.body.data.hash).toBe(connection.definitionHash)
  })

  test('the key of the server is in nothing the page is told', async () => {
    const { page, connection } = await enter()
    const { hashKey } = callingServer(running.sandbox, 123)
    const told = JSON.stringify([connection, await shownBy(page, {}), await page.ask('state', {})])
    const { bytes } = await page.ask<{ bytes: string }>('frame', { n: 0 })
    expect(hashKey.length).toBeGreaterThan(8)
    expect(told).not.toContain(hashKey)
    expect(Buffer.from(bytes, 'base64').toString('latin1')).not.toContain(hashKey)
  })

  test('sends JSON and bytes, pairs the replies, and says what is wrong with a body', async () => {
    const { page } = await enter()
    const sent = await page.ask<{ n: number; seq: number }>('send', { cmd: RENAME, body: { name: '听潮者' } })
    const reply = await until(page, ({ seq, direction }) => seq === sent.seq && direction === 'reply')
    expect(reply).toMatchObject({ cmd: RENAME, status: 0, pair: sent.n, message: 'lantern.RenameRes' })
    const raw = await page.ask<{ seq: number }>('send', { cmd: 1002, bytes: '' })
    const beat = await until(page, ({ seq, direction }) => seq === raw.seq && direction === 'reply')
    expect(beat).toMatchObject({ isHeartbeat: true, message: 'lantern.HeartbeatRes' })
    const wrong = (body: object) => page.ask('send', { cmd: RENAME, body }).catch(({ message }) => message)
    expect(await wrong({ name: 5 })).toBe('simulator_body_invalid')
    expect(await wrong({ nobody: 'x' })).toBe('simulator_body_invalid')
    expect(await page.ask('send', { cmd: 4_000_000 }).catch(({ message }) => message)).toBe(
      'simulator_body_invalid',
    )
  })

  test('repeats a request as often as asked', async () => {
    const { page } = await enter()
    await page.ask('send', { cmd: RENAME, body: { name: '重复' }, repeat: { times: 4, everyMs: 10 } })
    const isFourth = ({ counts }: { counts?: { requests: number } }) => counts?.requests === 5
    await page.event(isFourth)
    expect(await page.ask('stopRepeat')).toEqual({ sent: 4 })
  })

  test('filters by head at once, by text and field from the bodies', async () => {
    const { page } = await enter()
    for (const name of ['听潮者', 'Second']) await page.ask('send', { cmd: RENAME, body: { name } })
    await page.event<{ counts?: { replies: number } }>(({ counts }) => counts?.replies === 3)
    const cmdsOf = async (filter: object) => (await shownBy(page, filter)).map(({ cmd, n }) => [cmd, n > 0])
    expect(await cmdsOf({ cmds: [RENAME], directions: ['request'] })).toEqual([
      [RENAME, true],
      [RENAME, true],
    ])
    expect(await cmdsOf({ messages: ['enterres'] })).toEqual([[1001, true]])
    expect(await cmdsOf({ text: 'second', directions: ['request'] })).toEqual([[RENAME, true]])
    expect(await cmdsOf({ field: { path: 'name', value: '听潮者' }, directions: ['request'] })).toEqual([
      [RENAME, true],
    ])
    expect(await cmdsOf({ text: 'nobody said this' })).toEqual([])
    const old = await page.ask<TimelineView>('view', { filter: {} })
    const later = await page.ask<TimelineView>('view', { filter: {} })
    expect(later.view).toBeGreaterThan(old.view)
    const rows = { view: old.view, from: 0, count: 1 }
    expect(await page.ask('rows', rows).catch(({ message }) => message)).toBe('simulator_view_over')
  })

  test('pins frames, and finds the pinned ones', async () => {
    const { page } = await enter()
    expect(await page.ask('pin', { n: 1, isPinned: true })).toMatchObject({ n: 1, isPinned: true })
    expect((await shownBy(page, { pinnedOnly: true })).map(({ n }) => n)).toEqual([1])
    expect(await page.ask('pin', { n: 9_999, isPinned: true }).catch(({ message }) => message)).toBe(
      'simulator_frame_unknown',
    )
  })

  test('[S3.10] knows the state of the player from Enter, and which frame changed it', async () => {
    const { page } = await enter()
    const changed = page.event<{ kind: string; frame: number; changes: { path: string; after: string }[] }>(
      ({ kind, changes }) => kind === 'stateChanged' && changes.some(({ path }) => path === 'name'),
    )
    await page.ask('send', { cmd: RENAME, body: { name: '守灯人' } })
    const { frame, changes } = await changed
    expect(changes.find(({ path }) => path === 'name')).toMatchObject({ module: 'role', after: '"守灯人"' })
    const state = await page.ask<{ data: string; frames: { path: string; frames: number[] }[] }>('state', {
      module: 'role',
    })
    expect(JSON.parse(state.data)).toMatchObject({ name: '守灯人' })
    expect(state.frames.find(({ path }) => path === 'name')!.frames.at(-1)).toBe(frame)
  })
})

describe('losing and finding a connection', () => {
  test('a drop closes it; with reconnecting on it comes back as the same player, and the time line goes on', async () => {
    const { page, connection } = await enter()
    await page.ask('drop')
    await page.event<StateEvent>(inPhase('closed'))
    expect(await page.ask('send', { cmd: RENAME, body: {} }).catch(({ message }) => message)).toBe(
      'simulator_not_open',
    )
    await page.ask('reconnect', { isOn: true, now: true })
    await page.event<StateEvent>(inPhase('open'))
    await page.ask('drop')
    const waiting = await page.event<StateEvent>(inPhase('waiting'))
    expect(waiting.connection.reconnect).toMatchObject({
      isOn: true,
      attempt: 1,
      retryAt: expect.any(Number),
    })
    const again = await page.event<StateEvent>(inPhase('open'))
    expect(again.connection.uId).toBe(connection.uId)
    const rows = await shownBy(page, { directions: ['note'] })
    expect(rows.map(({ note }) => note)).toEqual(['已主动断网', '已主动断网'])
    expect((await shownBy(page, { cmds: [1001], directions: ['reply'] })).length).toBe(3)
  })

  test('a page that comes again resumes it; another user does not, nor an unknown one', async () => {
    const { page, connection } = await enter()
    await page.ask('pin', { n: 0, isPinned: true })
    sockets.pop()!.socket.terminate()
    const resume = connection.connectionId
    const again = await enter({ resume })
    expect(again.connection).toMatchObject({ connectionId: resume, uId: connection.uId })
    expect((await shownBy(again.page, { pinnedOnly: true })).map(({ n }) => n)).toEqual([0])
    const refusal = (open: object, speaker?: Speaker) =>
      openPage(open, speaker).catch(({ message }) => message)
    const other = await aUser([{ role: 'developer', scope: 'lantern', environment: '*' }])
    expect(await refusal({ resume }, other.speaker)).toBe('simulator_connection_gone')
    expect(await refusal({ resume: 'nobody' })).toBe('simulator_connection_gone')
    expect(await refusal({ resume, target: { ...server, sId: 124 } })).toBe('simulator_connection_gone')
  })

  test('half open, nothing leaves; whole again, it goes on', async () => {
    const { page } = await enter()
    const still = { delayMs: 0, bytesPerSecond: 0, isHalfOpen: true }
    await page.ask('network', still)
    const sent = await page.ask<{ seq: number }>('send', { cmd: RENAME, body: { name: '半开' } })
    await page.ask('network', { ...still, isHalfOpen: false })
    const after = await page.ask<{ seq: number }>('send', { cmd: RENAME, body: { name: '恢复' } })
    await until(page, ({ seq, direction }) => seq === after.seq && direction === 'reply')
    const replies = await shownBy(page, { directions: ['reply'] })
    expect(replies.some(({ seq }) => seq === sent.seq)).toBe(false)
  })

  test('a slow network delays each way', async () => {
    const { page } = await enter()
    await page.ask('network', { delayMs: 60, bytesPerSecond: 0, isHalfOpen: false })
    const { seq } = await page.ask<{ seq: number }>('send', { cmd: RENAME, body: { name: '慢' } })
    const reply = await until(page, (frame) => frame.seq === seq && frame.direction === 'reply')
    expect(reply.rtMs).toBeGreaterThanOrEqual(119)
  })
})

interface Row {
  action: string
  target: string
  actor: string
  status: number
  reason: string
}

async function audited(filter: object): Promise<Row[]> {
  const admin = await running.signIn('admin')
  return (await admin.post<{ list: Row[] }>('/platform/audit/list', filter)).body.data.list
}

/** A client of the game of its own, whom the console knows nothing of. */
async function enterFromOutside() {
  const deviceId = 'phone-of-somebody'
  const game = running.sandbox!.servers.find(({ sId }) => sId === 123)!
  const adapter = createStandardAdapter({ dialer: plainDialer() })
  const target = { ...game, networks: PUBLIC_NETWORKS, codec: QD1 } as never
  const entered = await adapter.socket.enter(target, { deviceId, ver: '1.0.0', ip: '10.0.0.1', fd: '1' })
  if (!entered.ok) throw new Error(entered.msg)
  return { deviceId, uId: entered.userId }
}

/** How often a connection of this user has ended. */
const endsOf = async (username: string): Promise<number> =>
  (await audited({ action: 'simulator.connectionEnded' })).filter(({ actor }) => actor === username).length

describe('who may connect as whom', () => {
  test('without the permission nobody connects; production wants a grant that names it', async () => {
    const refusal = (speaker: Speaker, target: object = server) =>
      openPage({ target }, speaker).catch(({ message }) => message)
    expect(await refusal(await running.signIn('reader'))).toBe('forbidden')
    expect(await refusal(developer, production)).toBe('scope_forbidden')
    expect(await refusal(await running.signIn('admin'), production)).toBe('simulator_production')
    const everywhere = await aUser([{ role: 'developer', scope: '*', environment: '*' }])
    expect(await refusal(everywhere.speaker, production)).toBe('simulator_production')
    const refused = async () => (await audited({})).filter(({ actor }) => actor === everywhere.username)
    await expect
      .poll(async () => (await refused()).map(({ status, action }) => [action, status]))
      .toContainEqual(['simulator.connection', 403])
    const named = await aUser([{ role: 'developer', scope: '*', environment: 'production' }])
    const unsaid = openPage({ target: production, reason: ' ' }, named.speaker)
    await expect(unsaid).rejects.toThrow('reason_required')
    const { connection } = await enter({ target: production, reason: '查问题' }, named.speaker)
    expect(connection.uId).not.toBe('')
  })

  test('a player of one’s own is entered again by uId; a player the console did not make asks for a permission', async () => {
    const { page, connection } = await enter()
    await page.ask('end')
    const again = await enter({ account: { kind: 'player', uId: connection.uId } })
    expect(again.connection).toMatchObject({ uId: connection.uId, deviceId: connection.deviceId })
    const unknown = await openPage({ account: { kind: 'player', uId: '30123000001' } })
    const failed = await unknown.event<StateEvent>(inPhase('closed'))
    expect(failed.connection.steps.at(-1)).toMatchObject({
      step: 'connectionInfo',
      state: 'failed',
      code: 'simulator_device_unknown',
    })
  })

  test('a device of a real player asks for the permission to act as them', async () => {
    const outside = await enterFromOutside()
    const account = { kind: 'device', deviceId: outside.deviceId }
    const page = await openPage({ account })
    const { connection } = await page.event<StateEvent>(inPhase('closed'))
    expect(connection.steps.at(-1)).toMatchObject({ state: 'failed', code: 'simulator_as_player' })
    const refusals = async () => (await audited({})).filter(({ target }) => target === outside.uId)
    await expect
      .poll(refusals)
      .toMatchObject([{ action: 'simulator.connection', status: 403, actor: 'developer' }])
    const permitted = await aUser([{ role: 'admin', scope: 'lantern', environment: '*' }])
    const entered = await enter({ account }, permitted.speaker)
    expect(entered.connection.uId).toBe(outside.uId)
  })

  test('[S2.27] a player the console has just made is entered as by uId', async () => {
    const made = await developer.post<{ userId: string }>('/adjust/newUser?sId=123&lineId=northwind-test', {})
    const { connection } = await enter({ account: { kind: 'player', uId: made.body.data.userId } })
    expect(connection.uId).toBe(made.body.data.userId)
  })

  test('two people on one account are told of each other', async () => {
    const { page, connection } = await enter()
    const other = await aUser([{ role: 'developer', scope: 'lantern', environment: '*' }])
    const account = { kind: 'device', deviceId: connection.deviceId }
    const second = await enter({ account }, other.speaker)
    expect(second.connection.uId).toBe(connection.uId)
    // The sandbox lets in the last one; until then both were told.
    const told = (connection: ConnectionView) => connection.others.includes(other.username)
    expect((await page.event<StateEvent>(stateIs(told))).connection.others).toEqual([other.username])
  })

  test('each way in and each end is audited, with who acted as which player', async () => {
    const { page, connection } = await enter()
    await page.ask('end')
    const again = await enter({ account: { kind: 'player', uId: connection.uId }, reason: '查问题' })
    await again.page.ask('disconnect')
    const rows = async () => (await audited({})).filter(({ target }) => target === connection.uId)
    await expect.poll(async () => (await rows()).length).toBe(3)
    expect(await rows()).toMatchObject([
      { action: 'simulator.connectionEnded', actor: 'developer', reason: '查问题' },
      { action: 'simulator.connection', actor: 'developer', status: 0, reason: '查问题' },
      { action: 'simulator.connectionEnded', actor: 'developer' },
    ])
  })

  test.each([
    ['that is signed out', ({ speaker }: Person) => speaker.post('/api/auth/logout', {})],
    [
      'of a disabled account',
      ({ id }: Person) =>
        running.session.accounts.setDisabled((change) => running.store.write(change), id, true),
    ],
  ])('a session %s ends its connections within a second, page or not', async (_how, end) => {
    const person = await aUser([{ role: 'developer', scope: 'lantern', environment: '*' }])
    const { username, speaker } = person
    const watched = await enter()
    const account = { kind: 'device', deviceId: watched.connection.deviceId }
    await enter({ account }, speaker)
    await watched.page.event<StateEvent>(inPhase('closed'))
    // Its page is gone: only the gateway itself can end it.
    sockets.pop()!.socket.terminate()
    await end(person)
    await expect.poll(() => endsOf(username), { timeout: 1_000 }).toBe(1)
  })

  test('a right that is taken away closes the channel and the socket', async () => {
    const { id, username, speaker } = await aUser([{ role: 'developer', scope: 'lantern', environment: '*' }])
    const { page } = await enter({}, speaker)
    const take = [{ role: 'developer', scope: 'lantern', environment: '*' }]
    const taken = await (
      await running.signIn('admin')
    ).post('/platform/user/grants', { userId: id, give: [], take })
    expect(taken.http).toBe(200)
    expect(await page.refused()).toBe('forbidden')
    await expect.poll(() => endsOf(username), { timeout: 1_000 }).toBe(1)
  })

  test('a device of a real player stays theirs after it entered on another server', async () => {
    const { deviceId, uId } = await enterFromOutside()
    const account = { kind: 'device', deviceId }
    const elsewhere = await enter({ target: { ...server, sId: 124 }, account })
    expect(elsewhere.connection.uId).not.toBe(uId)
    const page = await openPage({ account })
    const { connection } = await page.event<StateEvent>(inPhase('closed'))
    expect(connection.steps.at(-1)).toMatchObject({ state: 'failed', code: 'simulator_as_player' })
  })

  test('neither a hash nor an Enter by hand leads in as a real player; it is audited', async () => {
    const { deviceId } = await enterFromOutside()
    const hashOf = (device: string, speaker = developer) =>
      speaker.get<{ hash: string }>(
        `/adjust/wstool/getHash?sId=123&lineId=northwind-test&deviceId=${device}&ver=1.0.0`,
      )
    expect(await hashOf(deviceId)).toMatchObject({
      http: 403,
      body: { err: { code: 'simulator_as_player' } },
    })
    const own = await hashOf('somebody-new')
    const { page } = await enter({ account: { kind: 'none' } })
    const body = { sId: 123, hash: own.body.data.hash, ver: '1.0.0', deviceId: 'somebody-new' }
    await expect(page.ask('send', { cmd: 1001, body })).rejects.toThrow('simulator_as_player')
    const byHand = async () => (await audited({ action: 'simulator.enteredByHand' }))[0]
    await expect.poll(byHand).toMatchObject({ actor: 'developer', status: 403 })
    const permitted = await aUser([{ role: 'admin', scope: 'lantern', environment: '*' }])
    const free = await enter({ account: { kind: 'none' } }, permitted.speaker)
    const { hash } = (await hashOf(deviceId, permitted.speaker)).body.data
    await free.page.ask('send', { cmd: 1001, body: { ...body, hash, deviceId } })
    await until(free.page, ({ direction, status }) => direction === 'reply' && status === 0)
    expect(await byHand()).toMatchObject({ actor: permitted.username, status: 0 })
  })

  test('losing the right to act as players ends what acts as one, within a second', async () => {
    const { deviceId } = await enterFromOutside()
    const admin = { role: 'admin', scope: 'lantern', environment: '*' as const }
    const grants = [admin, { role: 'developer', scope: 'lantern', environment: '*' as const }]
    const { id, username, speaker } = await aUser(grants)
    await enter({ account: { kind: 'device', deviceId } }, speaker)
    const own = await enter({}, speaker)
    const giver = await running.signIn('admin')
    await giver.post('/platform/user/grants', { userId: id, give: [], take: [admin] })
    await expect.poll(() => endsOf(username), { timeout: 1_000 }).toBe(1)
    expect(await own.page.ask('send', { cmd: 1002, bytes: '' })).toMatchObject({ seq: expect.any(Number) })
  })

  test('a resumed connection goes by the session of its page', async () => {
    const { deviceId } = await enterFromOutside()
    const { username, speaker } = await aUser([{ role: 'admin', scope: 'lantern', environment: '*' }])
    const account = { kind: 'device', deviceId }
    const { connection } = await enter({ account }, speaker)
    sockets.pop()!.socket.terminate()
    const next = await running.signIn(username, 'simulator password 1')
    const { page } = await enter({ account, resume: connection.connectionId }, next)
    await speaker.post('/api/auth/logout', {})
    await page.ask('drop')
    await page.event<StateEvent>(inPhase('closed'))
    await page.ask('reconnect', { now: true })
    expect((await page.event<StateEvent>(inPhase('open'))).connection.uId).toBe(connection.uId)
  })
})
