import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { ConnectionView, FrameSummary, SimulatorRecord } from '@qd/simulator/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { OTHER_FILES, OTHER_LAYOUT, speakOther, startTestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* A game of other make: known to the console by a frame layout and .proto files alone. */

const FILES = Object.entries(OTHER_FILES).map(([name, text]) => ({ path: `proto/${name}`, text }))
const RULE = { kind: 'rule', request: 'C2S_', reply: 'S2C_', push: '', enum: 'other.Cmd' }
const ENTER = { cmd: 7, body: '{"token":"{{ deviceId }}"}' }
const LINE = 'harbour-dev'

/** That came to the game. */
const tokens: string[] = []
const speak = (send: (bytes: Uint8Array) => void) => speakOther(send, (token) => tokens.push(token))

let running: TestConsole
let developer: Speaker
let admin: Speaker
const stops: (() => void)[] = []
const ports = { ws: 0, tcp: 0 }
beforeAll(async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (ws) => ws.on('message', speak((bytes) => ws.send(bytes)) as never))
  const streams = createServer((socket) =>
    socket.on(
      'data',
      speak((bytes) => socket.write(bytes)),
    ),
  )
  streams.listen(0, '127.0.0.1')
  await Promise.all([once(sockets, 'listening'), once(streams, 'listening')])
  ports.ws = (sockets.address() as AddressInfo).port
  ports.tcp = (streams.address() as AddressInfo).port
  stops.push(
    () => sockets.close(),
    () => streams.close(),
  )
  running = await startTestConsole()
  developer = await running.signIn('developer')
  admin = await running.signIn('admin')
})
afterAll(async () => {
  for (const stop of stops) stop()
  await running.dispose()
})

let revision = 0
async function allow(hosts: string[], speaker = admin) {
  const answer = await speaker.post<{ revision: number }>('/platform/simulator/address/save', {
    lineId: LINE,
    hosts,
    revision,
  })
  if (answer.http === 200) revision = answer.body.data.revision
  return answer
}
beforeEach(async () => {
  await allow([`127.0.0.1:${ports.ws}`, `127.0.0.1:${ports.tcp}`])
})

let names = 0
const save = (more: object = {}, speaker = developer) =>
  speaker.post<{ record: SimulatorRecord }>('/platform/simulator/record/save', {
    lineId: LINE,
    name: `other ${(names += 1)}`,
    url: `ws://127.0.0.1:${ports.ws}`,
    layout: OTHER_LAYOUT,
    enter: ENTER,
    files: FILES,
    commands: RULE,
    ...more,
  })

async function connect(target: object, wanted = 'open', speaker = developer) {
  const live = await openLive(running.url, speaker)
  stops.push(() => live.socket.terminate())
  const page = await live.open('simulator.connection', { target, account: { kind: 'new' } })
  const { connection } = await page.event<{ kind: string; connection: ConnectionView }>(
    (event) =>
      event.kind === 'state' && event.connection.phase === wanted && event.connection.steps.length > 0,
  )
  return { page, connection }
}

describe('a game known by its frames and messages alone', () => {
  test.each(['ws', 'tcp'] as const)('is entered and spoken to over %s', async (kind) => {
    const { body } = await save({ url: `${kind}://127.0.0.1:${ports[kind]}` })
    const { recordId } = body.data.record
    expect(body.data.record).toMatchObject({ messages: 5, commands: 3, revision: 1 })
    const { page, connection } = await connect({ kind: 'record', lineId: LINE, recordId })
    expect(connection).toMatchObject({ uId: '9007199254740', title: expect.stringContaining('other') })
    expect(tokens.at(-1)).toBe(connection.deviceId)
    const { seq } = await page.ask<{ seq: number }>('send', { cmd: 9, body: { to: { x: -5, y: 12 } } })
    let reply: FrameSummary | undefined
    await page.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
      reply ??= last.find((row) => row.seq === seq && row.direction === 'reply')
      return reply !== undefined
    })
    expect(reply).toMatchObject({ cmd: 9, message: 'other.S2C_Move', bodyAt: 9, bodySize: 6 })
    const frame = await page.ask<{ bytes: string }>('frame', { n: reply!.n })
    expect(Buffer.from(frame.bytes, 'base64').subarray(9).toString('hex')).toBe('0a0408091018')
  })

  test.each(['ws', 'tcp'] as const)('says that nobody listens there over %s', async (kind) => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    await allow([`127.0.0.1:${port}`])
    const { recordId } = (await save({ url: `${kind}://127.0.0.1:${port}` })).body.data.record
    const { connection } = await connect({ kind: 'record', lineId: LINE, recordId }, 'closed')
    expect(connection.steps.at(-1)).toMatchObject({ step: 'socket', state: 'failed', code: 'upstream_down' })
  })

  test('its definition reads like that of a server', async () => {
    const { recordId } = (await save()).body.data.record
    const { body } = await developer.post<{ proto: { nested: object }; cmds: object[] }>(
      '/platform/simulator/record/definition',
      { lineId: LINE, recordId },
    )
    expect(body.data.proto.nested).toHaveProperty('other.nested.C2S_Move')
    expect(body.data.cmds).toContainEqual({
      cmd: 9,
      name: 'MOVE',
      req: 'other.C2S_Move',
      res: 'other.S2C_Move',
      push: '',
    })
  })

  test('its definition comes as files, to whoever may connect there', async () => {
    const files = [
      { path: 'a.proto', text: 'syntax = "proto3"; package a;\n// 背包\nmessage C2S_A { int32 x = 1; }' },
    ]
    const commands = { kind: 'csv', text: 'cmd,req\n5,C2S_A\n' }
    const { recordId } = (await save({ files, commands })).body.data.record
    const at = `lineId=${LINE}&recordId=${recordId}`
    const file = (kind: string, speaker = developer, where = at) =>
      speaker.get<string>(`/platform/simulator/record/${kind}?${where}`)
    const { nested, cmds } = JSON.parse((await file('descriptor')).body.data) as {
      nested: object
      cmds: object[]
    }
    expect(nested).toHaveProperty('a.nested.C2S_A.fields.x.id', 1)
    expect(cmds).toEqual([{ cmd: 5, name: '', req: 'a.C2S_A', res: '', push: '', comment: '背包' }])
    for (const kind of ['proto', 'site']) expect((await file(kind)).body.data.slice(0, 2)).toBe('PK')
    const operator = await running.signIn('operator')
    for (const kind of ['proto', 'descriptor', 'site']) {
      expect((await file(kind, operator)).body.err?.code).toBe('forbidden')
      const elsewhere = await file(kind, developer, `lineId=northwind-test&recordId=${recordId}`)
      expect(elsewhere.body.err?.code).toBe('simulator_record_not_found')
    }
  })

  test('commands come as CSV or as a list too; a JSON descriptor serves as well as files', async () => {
    const csv = 'cmd,name,req,res\n9,Move,C2S_Move,S2C_Move\n'
    const record = (await save({ commands: { kind: 'csv', text: csv } })).body.data.record
    expect(record.commands).toBe(1)
    const descriptor = JSON.stringify({ nested: { A: { fields: { a: { id: 1, type: 'int32' } } } } })
    const list = [{ cmd: 1, name: 'a', req: 'A', res: '', push: '' }]
    const again = await save({ files: undefined, descriptor, commands: { kind: 'list', list } })
    expect(again.body.data.record).toMatchObject({ messages: 1, commands: 1 })
  })

  test('a change needs the revision it began from, and keeps the definition when none is sent', async () => {
    const { record } = (await save()).body.data
    const change = {
      recordId: record.recordId,
      files: undefined,
      commands: undefined,
      name: `renamed ${names}`,
    }
    const changed = await save({ ...change, revision: record.revision })
    expect(changed.body.data.record).toMatchObject({
      revision: 2,
      commands: 3,
      definitionHash: record.definitionHash,
    })
    const late = await save({ ...change, revision: record.revision, name: 'late' })
    expect(late.body.err?.code).toBe('simulator_record_changed')
    const twice = await save({ name: change.name })
    expect(twice.body.err?.code).toBe('simulator_name_taken')
    const at = { lineId: LINE, recordId: record.recordId }
    const remove = (revision: number) =>
      developer.post('/platform/simulator/record/delete', { ...at, revision })
    expect((await remove(record.revision)).body.err?.code).toBe('simulator_record_changed')
    expect((await remove(2)).http).toBe(200)
    const gone = await developer.post('/platform/simulator/record/definition', at)
    expect(gone.body.err?.code).toBe('simulator_record_not_found')
  })
})

describe('what is refused', () => {
  test.each<[string, object, RegExp]>([
    ['a broken file', { files: [{ path: 'a.proto', text: 'message {' }] }, /a\.proto/],
    ['a missing import', { files: [FILES[0]] }, /common\.proto/],
    ['blocks without end', { files: [{ path: 'd.proto', text: 'message A {'.repeat(200) }] }, /d\.proto/],
    [
      'a type that is not there',
      { files: [{ path: 'a.proto', text: 'message A {\noptional B b = 1; }' }] },
      /a\.proto.*B.*line 2/,
    ],
    ['a prototype', { files: undefined, descriptor: '{"nested":{"__proto__":{"fields":{}}}}' }, /./],
    ['no JSON', { files: undefined, descriptor: '{' }, /descriptor/],
    ['a layout without length', { layout: { ...OTHER_LAYOUT, header: [] } }, /layout/],
    ['an unknown enum', { commands: { ...RULE, enum: 'other.Nothing' } }, /other\.Nothing/],
    ['an unknown message', { commands: { kind: 'csv', text: 'cmd,req\n1,Nobody\n' } }, /Nobody/],
    ['a command that is no number', { commands: { kind: 'csv', text: 'cmd,req\nx,\n' } }, /line 2/],
    ['a command twice', { commands: { kind: 'csv', text: 'cmd,req\n1,\n1,\n' } }, /command 1/],
  ])('%s', async (_what, more, place) => {
    const { body, http } = await save(more)
    expect([http, body.err?.code]).toEqual([422, 'simulator_definition_invalid'])
    expect(body.msg).toMatch(place)
  })

  test('an address that is no socket', async () => {
    const { body } = await save({ url: 'https://127.0.0.1:1' })
    expect(body.err).toMatchObject({ code: 'field_invalid', field: 'url' })
  })

  test('an address that is not on the list, however it came into the record', async () => {
    const { recordId } = (await save()).body.data.record
    await allow(['10.0.0.1:9000'])
    const { connection } = await connect({ kind: 'record', lineId: LINE, recordId }, 'closed')
    expect(connection.steps.at(-1)).toMatchObject({
      step: 'connectionInfo',
      code: 'simulator_address_forbidden',
      msg: expect.stringContaining(`127.0.0.1:${ports.ws}`),
    })
  })

  test('an address alone is reached when it is listed; the console itself never is', async () => {
    const url = `ws://127.0.0.1:${ports.ws}`
    const { connection } = await connect({ kind: 'address', lineId: LINE, url })
    expect(connection.steps.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'skipped', 'skipped'])
    const own = new URL(running.url).host
    await allow([own])
    // Its own live socket would open there.
    const refused = await connect({ kind: 'address', lineId: LINE, url: `ws://${own}/live` }, 'closed')
    expect(refused.connection.steps.at(-1)).toMatchObject({ step: 'socket', state: 'failed' })
  })

  test('the list is kept by who may, for lines of development only', async () => {
    expect((await allow(['a.example:1'], developer)).body.err?.code).toBe('forbidden')
    const lines = ['northwind-test', 'harbour-prod']
    for (const lineId of lines) {
      const answer = await admin.post('/platform/simulator/address/save', {
        lineId,
        hosts: ['a.example:1'],
        revision: 0,
      })
      expect(answer.body.err?.code).toBe('simulator_address_forbidden')
    }
  })
})
