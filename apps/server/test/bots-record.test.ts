import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BotsReport, BotsRun } from '@qd/bots/contract'
import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { world } from '@qd/sandbox'
import { parseScenario } from '@qd/scenario'
import protobuf from 'protobufjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Bots against a game of other make: known by a frame layout and .proto files alone, and without a sequence. */

const LAYOUT: FrameDescriptor = {
  name: 'other',
  header: [
    { name: 'length', type: 'u16', endian: 'little' },
    { name: 'cmd', type: 'u32', endian: 'little' },
  ],
  lengthCovers: 'body',
  maxFrameBytes: 16_384,
}
const GAME = `syntax = "proto3"; package other;
enum Cmd { NONE = 0; LOGIN = 7; MOVE = 9; }
message C2S_Login { string token = 1; } message S2C_Login { uint64 uId = 1; }
message C2S_Move { sint32 x = 1; } message S2C_Move { sint32 x = 1; } message Push_Moved { sint32 x = 1; }`
const LINE = 'harbour-dev'
const { root } = protobuf.parse(GAME, { keepCase: true })

let running: TestConsole
let developer: Speaker
let recordId = ''
/** Tokens of those who entered. */
const tokens: string[] = []
const game = new WebSocketServer({ port: 0, host: '127.0.0.1' })

game.on('connection', (socket) => {
  const frames = openFrames(LAYOUT)
  const send = (cmd: number, name: string, answer: object) => {
    const type = root.lookupType(`other.${name}`)
    const body = type.encode(type.fromObject(answer)).finish()
    socket.send(frames.encode('reply', { cmd, seq: 0, status: 0, body }))
  }
  socket.on('message', (data) => {
    for (const { cmd, body } of frames.push('request', data as Buffer).frames) {
      const asked = root
        .lookupType(cmd === 7 ? 'other.C2S_Login' : 'other.C2S_Move')
        .decode(body) as unknown as { token: string; x: number }
      if (cmd === 7) tokens.push(asked.token)
      if (cmd === 7) send(7, 'S2C_Login', { uId: 5 })
      else {
        // What everybody is told may come before the answer.
        send(11, 'Push_Moved', { x: 99 })
        send(9, 'S2C_Move', { x: asked.x })
      }
    }
  })
})

beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
  const admin = await running.signIn('admin')
  const address = `127.0.0.1:${(game.address() as AddressInfo).port}`
  await admin.post('/platform/simulator/address/save', {
    lineId: LINE,
    hosts: [address, '127.0.0.1:9'],
    revision: 0,
  })
  const saved = await save('Other game', `ws://${address}`)
  recordId = saved.body.data.record.recordId
})
afterAll(async () => {
  for (const client of game.clients) client.terminate()
  game.close()
  await running.dispose()
})

const save = (name: string, url: string) =>
  developer.post<{ record: { recordId: string } }>('/platform/simulator/record/save', {
    lineId: LINE,
    name,
    url,
    layout: LAYOUT,
    enter: { cmd: 7, body: '{"token":"{{deviceId}}/{{bot}}"}' },
    files: [{ path: 'game.proto', text: GAME }],
    commands: {
      kind: 'csv',
      text: 'cmd,name,req,res,push\n7,Login,C2S_Login,S2C_Login,\n9,Move,C2S_Move,S2C_Move,\n11,Moved,,,Push_Moved\n',
    },
  })

const PLAY = `scenario "walk"
enter device "walker-{{bot}}"
send Move {"x": "{{bot}}"}
assert $.x == "{{bot}}"
wait Moved where $.x == 99 timeout 2000`
function scenarioOf(lines: string) {
  const read = parseScenario(lines)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return read.scenario
}

let keys = 0
const start = (more: object = {}, as = developer) =>
  as.post<{ jobId: string }>('/adjust/bots/start-record', {
    lineId: LINE,
    record: 'Other game',
    scenario: scenarioOf(PLAY),
    load: {
      model: 'closed',
      clients: 3,
      rampMs: 0,
      thinkMs: { from: 0, to: 0 },
      stop: { afterMs: 20_000, passes: 6 },
    },
    reason: 'bots test',
    idempotencyKey: `bots-record-${++keys}`,
    ...more,
  })

test('three clients enter a game without sequence as its record says, and leave a report', async () => {
  const { jobId } = (await start()).body.data
  const asked = async () =>
    (await developer.post<{ run: BotsRun; report: BotsReport }>('/adjust/bots/report', { jobId })).body.data
  await expect.poll(async () => (await asked()).report, { timeout: 20_000 }).not.toBeNull()
  const { run, report } = await asked()
  expect(report).toMatchObject({ ended: 'passes', passed: 6, failed: 0, errors: [] })
  const counts = Object.fromEntries(report.commands.map(({ name, count }) => [name, count]))
  expect(counts).toMatchObject({ Login: 3, Move: 6, connect: 3 })
  expect(tokens.toSorted()).toEqual(['walker-1/1', 'walker-2/2', 'walker-3/3'])
  expect(run).toMatchObject({ sId: 0, record: 'Other game', lineId: LINE })
  const listed = await developer.post<{ list: BotsRun[] }>(`/adjust/bots/list?lineId=${LINE}`, {})
  expect(listed.body.data.list.map(({ jobId: id }) => id)).toContain(jobId)
}, 60_000)

test('a record that is not there, may not be seen or dialled is refused, and a wrong command too', async () => {
  const missing = await start({ record: 'Nothing' })
  expect([missing.http, missing.body.err]).toMatchObject([
    404,
    { code: 'simulator_record_not_found', field: 'record' },
  ])
  const elsewhere = await start({ lineId: 'northwind-test', record: recordId })
  expect(elsewhere.body.err?.code).toBe('simulator_record_not_found')
  await save('By stream', 'tcp://10.0.0.1:9')
  const stream = await start({ record: 'By stream' })
  expect(stream.body.err?.code).toBe('simulator_address_forbidden')
  await save('Not listed', 'ws://10.0.0.1:9000')
  expect((await start({ record: 'Not listed' })).body.err?.code).toBe('simulator_address_forbidden')
  const wrong = await start({ record: recordId, scenario: scenarioOf('send Jump') })
  expect(wrong.body.err).toMatchObject({ code: 'bots_scenario_wrong', details: { step: '1' } })
  expect((await start({}, await running.signIn('operator'))).http).toBe(403)
})

test('the command line plays a record by its name', async () => {
  const made = await developer.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: 'ci',
    expiresAt: Date.now() + 3_600_000,
    grants: [
      {
        scope: 'lantern/harbour',
        environment: '*',
        codes: ['mock.simulator.bots', 'mock.simulator.connect'],
      },
    ],
    password: world.accountPassword,
  })
  const folder = mkdtempSync(join(tmpdir(), 'qd-simulate-'))
  const simulate = async (...more: string[]) => {
    const file = join(folder, 'walk.txt')
    writeFileSync(file, PLAY)
    const script = join(import.meta.dirname, '../../../scripts/simulate.ts')
    const child = spawn(process.execPath, [script, file, ...more], {
      env: { ...process.env, QD_TOKEN: made.body.data.token, QD_CONSOLE: running.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ])
    return { out, err, code }
  }
  try {
    const good = await simulate('--record', 'Other game', '--line', LINE, '--clients', '2')
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toMatch(/Move +2 {2}errors 0/)
    const nowhere = await simulate('--record', 'Other game')
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('--line')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
