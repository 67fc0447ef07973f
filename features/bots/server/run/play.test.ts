import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { QD1, encodeFrame, FrameDecoder } from '@qd/game-frame'
import type { Frame, FrameDescriptor } from '@qd/game-frame'
import { parseScenario } from '@qd/scenario'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { BotsLoad, BotsTick } from '../../contract/index.ts'
import { play } from './play.ts'

const FIELD = { n: { type: 'int32', id: 1 }, text: { type: 'string', id: 2 } }
const ENTER = {
  sId: { type: 'int32', id: 1 },
  hash: { type: 'string', id: 2 },
  deviceId: { type: 'string', id: 3 },
}
const nested = {
  EnterReq: { fields: ENTER },
  Note: { fields: FIELD },
  ErrorRes: { fields: { code: { type: 'int32', id: 1 } } },
}
const commands = [
  { cmd: 1001, name: 'Enter', req: 'EnterReq', res: 'Note' },
  { cmd: 5, name: 'Echo', req: 'Note', res: 'Note' },
  { cmd: 6, name: 'Push', req: '', res: 'Note' },
  { cmd: 7, name: 'Ask', req: 'Note', res: 'Note' },
]

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean()
})

type Answer = (socket: WebSocket, frame: Frame) => void
const send = (socket: WebSocket, frame: Partial<Frame>) =>
  socket.send(encodeFrame(QD1, 'reply', { cmd: 5, seq: 0, status: 0, body: new Uint8Array(), ...frame }))
const echo: Answer = (socket, { cmd, seq, body }) =>
  send(socket, { cmd, seq, body: cmd === 5 ? body : new Uint8Array() })

/** A game that does with each request what the test says. */
async function startGame(answer: Answer) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const decoder = new FrameDecoder(QD1, 'request')
    socket.on('message', (data) => {
      for (const frame of decoder.push(data as Buffer).frames) answer(socket, frame)
    })
  })
  const stop = () => {
    for (const client of server.clients) client.terminate()
    server.close()
  }
  cleanups.push(stop)
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}

interface Given {
  load?: Partial<BotsLoad>
  signal?: AbortSignal
  onTick?: (tick: BotsTick) => void
  onTickLost?: (error: unknown) => void
  nested?: unknown
  codec?: FrameDescriptor
}

function playOn(url: string, text: string, given: Given = {}) {
  const read = parseScenario(text)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return play({
    order: {
      peer: { url, addresses: [{ address: '127.0.0.1', family: 4 }] },
      codec: given.codec ?? QD1,
      nested: given.nested ?? nested,
      commands,
      scenario: read.scenario,
      env: {},
      sId: 1,
      enter: 'signed',
      load: {
        model: 'closed',
        clients: 4,
        rampMs: 0,
        thinkMs: { from: 0, to: 0 },
        stop: { afterMs: 20_000, passes: 8 },
        ...given.load,
      },
      seed: 7,
    },
    target: { sId: 1, hashKey: 'key' },
    refuseForeign: null,
    signal: given.signal ?? new AbortController().signal,
    endingOf: () => 'cancelled',
    goneAfterMs: 1_000,
    nowMs: Date.now,
    onTick: given.onTick ?? (() => undefined),
    onTickLost: given.onTickLost ?? (() => undefined),
  })
}

describe('a run of bots', () => {
  test('enters with hashes that were signed here, one for each client, and stays connected', async () => {
    const hashes = new Set<string>()
    const { url } = await startGame((socket, frame) => {
      if (frame.cmd === 1001)
        hashes.add(
          Buffer.from(frame.body)
            .toString('latin1')
            .match(/\d{13}\.[0-9a-f]+/)![0],
        )
      echo(socket, frame)
    })
    const report = await playOn(url, 'enter\nsend Echo {"n":"{{bot}}"}\nassert $.n == "{{bot}}"')
    expect(report).toMatchObject({ ended: 'passes', passed: 8, failed: 0, requests: 12 })
    expect(hashes.size).toBe(4)
  })

  test('a server that is not there ends the run, with the reason', async () => {
    const { url, stop } = await startGame(echo)
    stop()
    const report = await playOn(url, 'send Echo', { load: { stop: { afterMs: 30_000 } } })
    expect(report).toMatchObject({ ended: 'server_gone', passed: 0 })
    expect(report.errors[0]).toMatchObject({ code: 'lost ECONNREFUSED', step: '1' })
    expect(report.commands.find(({ name }) => name === 'connect')!.errors).toBeGreaterThan(3)
  })

  test('a server that dies in the middle ends the run, and what was done is counted', async () => {
    const { url, stop } = await startGame(echo)
    const load = { stop: { afterMs: 30_000 }, thinkMs: { from: 20, to: 20 } }
    const report = await playOn(url, 'send Echo', { load, onTick: ({ passed }) => passed > 10 && stop() })
    expect(report.ended).toBe('server_gone')
    expect(report.passed).toBeGreaterThan(10)
    expect(report.errors.map(({ code }) => code)).toContain('lost ECONNREFUSED')
  })

  test('a server that floods is left by the client it floods', async () => {
    const { url } = await startGame((socket, frame) => {
      if (frame.cmd === 5) for (let n = 0; n < 60_000; n += 1) send(socket, { cmd: 6 })
      else echo(socket, frame)
    })
    const report = await playOn(url, 'enter\nsend Echo {} timeout 15000', {
      load: { clients: 1, stop: { afterMs: 20_000, passes: 1 } },
    })
    expect(report).toMatchObject({
      passed: 0,
      failed: 1,
      errors: [{ code: 'lost flood', step: '2', count: 1 }],
    })
  })

  test.each<[string, Answer, string]>([
    [
      'answers garbage',
      (socket) => socket.send(Buffer.from('no frame at all, and none will come')),
      'lost frame too_long',
    ],
    ['hangs up', (socket) => socket.close(4001), 'lost 4001'],
    [
      'refuses',
      (socket, { cmd, seq }) => send(socket, { cmd, seq, status: 3, body: Uint8Array.of(8, 7) }),
      'status 3/7',
    ],
    [
      'refuses with a body that is cut',
      (socket, { cmd, seq }) => send(socket, { cmd, seq, status: 3, body: Uint8Array.of(8) }),
      'status 3',
    ],
    [
      'answers a body that is cut',
      (socket, { cmd, seq }) => send(socket, { cmd, seq, body: Uint8Array.of(8) }),
      'unreadable',
    ],
    ['says nothing', () => undefined, 'timeout'],
  ])('a server that %s is an error with its code', async (_title, answer, code) => {
    const { url } = await startGame(answer)
    const load = { clients: 2, stop: { afterMs: 20_000, passes: 2 } }
    // Only silence is waited out; what is answered may take its time.
    const timeout = code === 'timeout' ? 300 : 15_000
    const report = await playOn(url, `send Echo {} timeout ${timeout}\nassert $.n exists`, { load })
    expect(report).toMatchObject({ passed: 0, failed: 2, errors: [{ code, step: '1', count: 2 }] })
  })

  test('a value that fits no field fails before it is sent, with the field', async () => {
    const { url } = await startGame(echo)
    const report = await playOn(url, 'set x = "no number"\nsend Echo {"n":"{{x}}"}')
    expect(report.errors).toMatchObject([{ code: 'refused', step: '2', text: expect.stringContaining('n ') }])
  })

  test('a game that speaks JSON is played too', async () => {
    const { url } = await startGame(echo)
    const codec: FrameDescriptor = { ...QD1, body: 'json' }
    const report = await playOn(url, 'send Echo {"free":[1,"{{bot}}"]}\nassert $.free[1] == "{{bot}}"', {
      codec,
    })
    expect(report).toMatchObject({ ended: 'passes', passed: 8, errors: [] })
  })

  test('a slow server is measured from when a pass was meant to begin', async () => {
    const { url } = await startGame((socket, frame) => void setTimeout(() => echo(socket, frame), 100))
    const load: Partial<BotsLoad> = {
      model: 'open',
      clients: 1,
      arrivalsPerSecond: 50,
      stop: { afterMs: 20_000, passes: 15 },
    }
    const report = await playOn(url, 'send Echo', { load })
    const figures = report.commands.find(({ name }) => name === 'Echo')!
    expect(figures.count).toBe(15)
    // Each answer takes 100 ms, but the last client has waited for fourteen others.
    expect(figures.max).toBeGreaterThan(700)
  })

  test('a worker that cannot go on ends the run and says why', async () => {
    const { url } = await startGame(echo)
    const report = await playOn(url, 'send Echo', {
      nested: { Note: { fields: { n: { type: 'Nothing', id: 1 } } } },
    })
    expect(report).toMatchObject({ ended: 'worker_died', text: expect.stringContaining('Nothing') })
  })

  test('told to end, it ends within a moment and closes its sockets', async () => {
    const { url } = await startGame(echo)
    const aborter = new AbortController()
    const report = await playOn(url, 'enter\nloop 1000000\nsend Echo\nend', {
      signal: aborter.signal,
      load: { stop: { afterMs: 30_000 } },
      onTick: ({ online }) => online === 4 && aborter.abort(),
    })
    expect(report).toMatchObject({ ended: 'cancelled', failed: 0 })
    expect(report.requests).toBeGreaterThan(4)
  })

  test('requests that time out or lose their connection are measured up to then', async () => {
    const { url } = await startGame((socket, frame) => {
      if (frame.cmd === 1001) echo(socket, frame)
      if (frame.cmd === 7) setTimeout(() => socket.close(4001), 300)
    })
    const load = { clients: 1, stop: { afterMs: 60_000, passes: 1 } }
    // Connected before: the time a step may take includes the connecting, which is measured by itself.
    const timedOut = await playOn(url, 'enter\nsend Echo {} timeout 300', { load })
    expect(timedOut.commands.find(({ name }) => name === 'Echo')).toMatchObject({ count: 1, errors: 1 })
    expect(timedOut.commands.find(({ name }) => name === 'Echo')!.max).toBeGreaterThan(250)
    const hungUp = await playOn(url, 'send Ask', { load })
    expect(hungUp.commands.find(({ name }) => name === 'Ask')).toMatchObject({ count: 1, errors: 1 })
    expect(hungUp.commands.find(({ name }) => name === 'Ask')!.max).toBeGreaterThan(250)
  })

  test('what is under way at the end is measured up to then, and the report says how much it was', async () => {
    let asked = 0
    let askedMs = 0
    const { url } = await startGame(() => {
      asked += 1
      askedMs = performance.now()
    })
    const aborter = new AbortController()
    let heldMs = 0
    const load: Partial<BotsLoad> = {
      model: 'open',
      clients: 2,
      arrivalsPerSecond: 50,
      stop: { afterMs: 60_000 },
    }
    const report = await playOn(url, 'send Echo', {
      load,
      signal: aborter.signal,
      // Ends once both have asked and others wait, however long that takes here.
      onTick({ late }) {
        if (asked < 2 || late <= 10 || heldMs > 0) return
        heldMs = performance.now() - askedMs
        aborter.abort()
      },
    })
    expect(report).toMatchObject({ ended: 'cancelled', passed: 0, failed: 0, unfinished: 2 })
    expect(report.late).toBeGreaterThan(10)
    const figures = report.commands.find(({ name }) => name === 'Echo')!
    expect(figures).toMatchObject({ count: 2, errors: 0 })
    // Both were asked before the game saw them, and were under way until after that moment. The histogram rounds.
    expect(figures.max).toBeGreaterThan(heldMs * 0.99)
  })

  test('a later pass reads the reply of Enter, not the push that came with it', async () => {
    const { url } = await startGame((socket, { cmd, seq }) => {
      if (cmd === 1001) {
        send(socket, { cmd: 6, body: Uint8Array.of(8, 2) })
        send(socket, { cmd, seq, body: Uint8Array.of(8, 1) })
      }
    })
    const text = 'enter\nassert $.n == 1\nbranch "{{pass}}" == "1"\nwait Push\nassert $.n == 2\nend'
    const read = 'enter\nbranch "{{pass}}" == "1"\nwait Push\nelse\nassert $.n == 1\nend'
    for (const each of [text, read]) {
      const load = { clients: 1, stop: { afterMs: 20_000, passes: 2 } }
      expect(await playOn(url, each, { load })).toMatchObject({ passed: 2, errors: [] })
    }
  })

  test('a stream that fails ends neither the run nor the process, and is told', async () => {
    const { url } = await startGame(echo)
    let told = 0
    const onTick = () => {
      told += 1
      throw new RangeError('too long')
    }
    const load = { stop: { afterMs: 1_500 }, thinkMs: { from: 20, to: 20 } }
    const lost: unknown[] = []
    const onTickLost = (error: unknown) => lost.push(error)
    const report = await playOn(url, 'send Echo', { load, onTick, onTickLost })
    expect(report).toMatchObject({ ended: 'time', failed: 0 })
    expect(told).toBeGreaterThan(1)
    expect(lost).toEqual(Array.from({ length: told }, () => new RangeError('too long')))
  })

  test('a scenario that never waits does not keep a worker from its end', async () => {
    const { url } = await startGame(echo)
    const load = { clients: 2, stop: { afterMs: 1_500 } }
    const report = await playOn(url, 'loop 150000\nset a = 1\nend', { load })
    expect(report.ended).toBe('time')
  })
})
