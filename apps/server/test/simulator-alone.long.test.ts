import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteReply } from '@qd/contract-kit'
import { noteDoor } from '@qd/contract-kit/testing'
import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import type { LoginReply } from '@qd/session/contract'
import type { ConnectionView, FrameSummary, recordDefinition } from '@qd/simulator/contract'
import { startChild } from '@qd/testing/children'
import type { TestChild } from '@qd/testing/children'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { speakTo } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'

/* `npm run simulator` as its own process, against a game of other make: own frames over TCP, own messages. */

const LAYOUT: FrameDescriptor = {
  name: 'other',
  header: [
    { name: 'length', type: 'u16', endian: 'little' },
    { name: 'cmd', type: 'u16' },
    { name: 'seq', type: 'u16' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 4_096,
}
const COMMON = 'syntax = "proto3"; package other; message Point { sint32 x = 1; sint32 y = 2; }'
const GAME = `syntax = "proto3"; package other; import "common/point.proto";
enum Cmd { NONE = 0; MOVE = 9; }
message C2S_Move { Point to = 1; }
message S2C_Move { Point to = 1; }`
const RULE = ['--enum', 'other.Cmd', '--request', 'C2S_', '--reply', 'S2C_']

let folder: string
const undo: (() => Promise<unknown> | void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-alone-'))
  mkdirSync(join(folder, 'protos/common'), { recursive: true })
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(folder, 'protos/game.proto'), GAME)
  writeFileSync(join(folder, 'protos/common/point.proto'), COMMON)
  writeFileSync(join(folder, 'frame.json'), JSON.stringify(LAYOUT))
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
  rmSync(folder, { recursive: true })
})

/** Every request comes back as its reply. */
async function startEcho(): Promise<string> {
  const server = createServer((socket) => {
    const frames = openFrames(LAYOUT)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      for (const { cmd, seq, body } of frames.push('request', bytes).frames)
        socket.write(frames.encode('reply', { cmd, seq, status: 0, body }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => void server.close())
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const entry = join(import.meta.dirname, '../alone/run-alone.ts')

interface AloneProcess extends TestChild {
  /** The next line that has this; the rest of it. */
  said(what: string): Promise<string>
}

function startAlone(...args: string[]): AloneProcess {
  const script = `import(${JSON.stringify(entry)}).then(({ runAlone }) => runAlone(${JSON.stringify(args)}, { from: ${JSON.stringify(folder)} }))`
  const env = { ...process.env, TMPDIR: join(folder, 'tmp'), QD_LOG_LEVEL: 'error' }
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script], { env })
  undo.push(child.kill)
  return {
    ...child,
    async said(what) {
      const line = await child.says(what)
      return line.slice(line.indexOf(what) + what.length)
    },
  }
}

/** What the link leads to; the code is in the fragment, which no browser sends. */
function readLink(text: string) {
  const url = new URL(text.trim())
  const query = new URLSearchParams(url.hash.split('?')[1])
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    link: query.get('link')!,
    redirect: query.get('redirect')!,
  }
}

async function signIn(origin: string, code: string) {
  return speakTo(origin, null).post<LoginReply>('/api/auth/link', { code })
}

/** The status that a request with these headers gets. */
async function statusOf(origin: string, headers: Record<string, string>): Promise<number> {
  const asked = request(`${origin}/api/sys/config`, { headers }).end()
  const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()
  return answer.statusCode
}

describe('the simulator alone', () => {
  async function start() {
    const game = await startEcho()
    const alone = startAlone('protos', game, '--frame', 'frame.json', ...RULE)
    const place = readLink(await alone.said('Open once: '))
    const { body } = await signIn(place.origin, place.link)
    const developer = speakTo(place.origin, body.data.token)
    const recordId = new URLSearchParams(place.redirect.split('?')[1]).get('record')!
    return { alone, place, developer, recordId, user: body.data.userInfo }
  }

  async function connect({ place, developer, recordId }: Awaited<ReturnType<typeof start>>) {
    const live = await openLive(place.origin, developer)
    undo.push(() => live.socket.terminate())
    const target = { kind: 'record', lineId: 'local', recordId }
    const page = await live.open('simulator.connection', { target, account: { kind: 'none' } })
    const { connection: opened } = await page.event<{ kind: string; connection: ConnectionView }>(
      ({ kind, connection }) => kind === 'state' && connection.phase === 'open',
    )
    const { body: known } = await developer.post<RouteReply<typeof recordDefinition>>(
      '/platform/simulator/record/definition',
      { lineId: 'local', recordId },
    )
    expect(opened.definitionHash).toBe(known.data.record.definitionHash)
    return async (body: object) => {
      const { seq } = await page.ask<{ seq: number }>('send', { cmd: 9, body })
      let reply: FrameSummary | undefined
      await page.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
        reply ??= last.find((row) => row.seq === seq && row.direction === 'reply')
        return reply !== undefined
      })
      const { bytes } = await page.ask<{ bytes: string }>('frame', { n: reply!.n })
      return { reply: reply!, body: Buffer.from(bytes, 'base64').subarray(reply!.bodyAt).toString('hex') }
    }
  }

  test('speaks to a game by its own .proto files and frames, for who has the link', async () => {
    noteDoor('npm run simulator')
    const started = await start()
    expect(started.place.path).toBe('/')
    expect(started.place.redirect).toMatch(/^\/mock\?game=local&line=local&record=/)
    expect(started.user.permissions.map(({ routerName }) => routerName)).toEqual(['mock'])
    const send = await connect(started)
    const { reply, body } = await send({ to: { x: -5, y: 12 } })
    expect(reply).toMatchObject({ cmd: 9, message: 'other.S2C_Move' })
    expect(body).toBe('0a0408091018')
  })

  test('a changed .proto file is read again for the next connection, a broken one is told and left', async () => {
    const started = await start()
    await started.alone.said('Again by: ')
    writeFileSync(join(folder, 'protos/game.proto'), 'message {')
    expect(await started.alone.said('Changed files are not used: ')).toMatch(/game\.proto.*line 1/)
    writeFileSync(join(folder, 'protos/game.proto'), GAME.replaceAll('Point to', 'sint32 z = 2; Point to'))
    await started.alone.said('Read again')
    const { body } = await (await connect(started))({ z: 3, to: { x: 1 } })
    expect(body).toBe('0a0208021006')
  })

  test('nobody else on the machine and no page of a stranger gets in', async () => {
    const { place, alone } = await start()
    const again = await signIn(place.origin, place.link)
    expect([again.http, again.body.err?.code]).toEqual([404, 'sign_in_link_closed'])
    const next = readLink(await alone.said('Again by: '))
    expect(next.link).not.toBe(place.link)
    expect((await signIn(place.origin, next.link)).http).toBe(200)
    const stranger = await speakTo(place.origin, null).post('/platform/simulator/record/list', {
      lineId: 'local',
    })
    expect(stranger.http).toBe(401)
    expect(await statusOf(place.origin, {})).toBe(200)
    expect(await statusOf(place.origin, { host: 'evil.example' })).toBe(421)
    const foreign = new WebSocket(`${place.origin.replace('http', 'ws')}/live`, {
      origin: 'http://evil.example',
    })
    const [error] = (await once(foreign, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  test('its data goes with it, unless a folder is named', async () => {
    const game = await startEcho()
    const first = startAlone('protos', game, ...RULE)
    await first.said('Open once: ')
    expect(readdirSync(join(folder, 'tmp'))).toHaveLength(1)
    first.signal('SIGINT')
    expect((await first.ended).code).toBe(0)
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
    const records: string[] = []
    for (const round of [1, 2]) {
      const kept = startAlone('protos', game, ...RULE, '--data', 'kept')
      records.push(readLink(await kept.said('Open once: ')).redirect)
      kept.signal('SIGTERM')
      expect((await kept.ended).code, `round ${round}`).toBe(0)
    }
    expect(records[0]).toBe(records[1])
    expect(existsSync(join(folder, 'kept/quarterdeck.db'))).toBe(true)
  })
})

describe('what cannot be', () => {
  const GOOD = 'ws://127.0.0.1:1'
  test.each<[string, string[], RegExp]>([
    ['no such folder', ['nowhere', GOOD], /nowhere does not exist/],
    ['a folder without definitions', ['tmp', GOOD], /has no \.proto files/],
    ['a broken .proto file', ['broken', GOOD], /bad\.proto.*line 2/],
    ['no address', ['protos', 'http://127.0.0.1:1'], /is no address of a socket/],
    ['an unknown option', ['protos', GOOD, '--bogus'], /Unknown option '--bogus'/],
    ['an unknown layout', ['protos', GOOD, '--frame', 'nothing'], /--frame: nothing is no file/],
    ['an unknown message', ['protos', GOOD, '--commands', 'bad.csv'], /Nobody/],
    ['a foreign data folder', ['protos', GOOD, '--data', '.'], /--data: .* holds something else/],
    ['too little', ['protos'], /--help/],
  ])('%s: one line and exit code 2', async (_what, args, line) => {
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/bad.proto'), 'syntax = "proto3";\nmessage A { int32 = 1; }')
    writeFileSync(join(folder, 'bad.csv'), 'cmd,req\n1,Nobody\n')
    const { code, text } = await startAlone(...args).ended
    expect(code).toBe(2)
    expect(text).toMatch(line)
    expect(text.split('\n')).toHaveLength(1)
  })

  test('a port that is taken: one line and exit code 2; --help is no mistake', async () => {
    const port = new URL((await startEcho()).replace('tcp', 'http')).port
    const { code, text } = await startAlone('protos', GOOD, ...RULE, '--port', port).ended
    expect([code, text]).toEqual([2, `--port: ${port} cannot be used (EADDRINUSE)`])
    const help = await startAlone('--help').ended
    expect(help.code).toBe(0)
    expect(help.text).toContain('npm run simulator -- DEFINITIONS ADDRESS')
  })
})
