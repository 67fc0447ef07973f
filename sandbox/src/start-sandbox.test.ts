import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callGame } from '../testing/call-game.ts'
import { startSandbox } from './start-sandbox.ts'
import type { Sandbox, SandboxServer } from './start-sandbox.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

let dataDir: string
let sandbox: Sandbox
const said: string[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-sandbox-'))
  const protocolDir = join(dataDir, 'more')
  mkdirSync(protocolDir)
  writeFileSync(join(protocolDir, 'broken.json'), '{')
  sandbox = await startSandbox({ dataDir, protocolDir, log: (line) => said.push(line), playersPerServer: 50 })
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(dataDir, { recursive: true })
})

function serverOf(sId: number): SandboxServer {
  const server = sandbox.servers.find((row) => row.sId === sId)
  if (!server) throw new Error(`no server ${sId}`)
  return server
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // No such process.
    return false
  }
}

describe('the sandbox', () => {
  it('runs the servers that are on; each answers for itself', async () => {
    expect(sandbox.servers.map(({ sId, running }) => [sId, running])).toEqual([
      [1, true],
      [2, true],
      [11, true],
      [12, false],
      [123, true],
      [124, true],
    ])
    for (const server of sandbox.servers.filter(({ running }) => running)) {
      const meta = await callGame(server, 'meta', {})
      expect(meta).toMatchObject({ isSigned: true, envelope: { data: { serverIds: [server.sId] } } })
    }
    await expect(callGame(serverOf(12), 'meta', {})).rejects.toThrow()
  })

  it('[sandbox-extra] says once which file of the extra folder it left out', () => {
    expect(said).toEqual([expect.stringMatching(/^protocol file broken\.json left out: /)])
  })

  it('[sandbox-keys] one server does not accept the key of another, and only the owner reads the file', async () => {
    const crossed = { ...serverOf(2), hashKey: serverOf(1).hashKey }
    expect((await callGame(crossed, 'meta', {})).envelope.status).toBe(1001)
    expect(statSync(join(dataDir, 'sandbox', 'keys.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'sandbox', 'redis', 'redis.conf')).mode & 0o777).toBe(0o600)
  })

  it('[sandbox-restart] a stopped server stays stopped; started again it has its data, keys and address', async () => {
    const server = serverOf(124)
    const { apiUrl } = server
    const created = await callGame(server, 'accountsCreate', { count: 1, name: '留下来', operator })
    const uId = created.envelope.data?.users[0]?.userId ?? ''
    await sandbox.stopServer(124)
    expect(server.running).toBe(false)
    await expect(callGame(server, 'meta', {})).rejects.toThrow()
    await sandbox.startServer(124)
    expect(server.apiUrl).toBe(apiUrl)
    const found = await callGame(server, 'lookup', { by: 'uId', value: uId })
    expect(found.envelope.data).toMatchObject([{ uId, name: '留下来' }])
  })

  it('[sandbox-restart] a server killed with -9 looks stopped, and loses nothing it has acknowledged', async () => {
    const server = serverOf(2)
    const uId = '10002000003'
    const read = await callGame(server, 'dataGet', { uId, items: [{ diff: 'RoleInfo' }] })
    const { likes } = (read.envelope.data?.tables.role ?? {}) as { likes: number }
    const changes = [{ diff: 'RoleInfo', path: ['likes'], op: 'set' as const, old: likes, value: likes + 5 }]
    const changed = await callGame(server, 'dataChange', { uId, version: '1', operator, changes })
    process.kill(Number(readFileSync(join(dataDir, 'sandbox', 'pids', 'S2.pid'), 'utf8')), 'SIGKILL')
    expect(changed.envelope.data?.results).toMatchObject([{ status: 0 }])
    await vi.waitFor(() => expect(server.running).toBe(false), { timeout: 30_000, interval: 20 })
    await sandbox.startServer(2)
    const again = await callGame(server, 'dataGet', { uId, items: [{ diff: 'RoleInfo' }] })
    expect(again.envelope.data?.tables.role).toMatchObject({ likes: likes + 5 })
  })

  it('[sandbox-restart] a mail whose answer was lost with the process is there once when it is sent again', async () => {
    const server = serverOf(2)
    const now = Date.now()
    const mail = {
      title: '补偿',
      body: '',
      sender: '运营',
      attach: [],
      sendAt: now,
      expireAt: now + 3_600_000,
    }
    const uIds = Array.from({ length: 50 }, (_, index) => String(10_002_000_001 + index))
    const batch = { mailId: 'm-kill', batch: '0', mail, recipients: uIds.map((uId) => ({ uId })), operator }
    const lost = callGame(server, 'mailBatch', batch).catch(() => null)
    const pid = Number(readFileSync(join(dataDir, 'sandbox', 'pids', 'S2.pid'), 'utf8'))
    // Whether it had begun, was at it or was done: the outcome below is the same.
    await setTimeout(15)
    process.kill(pid, 'SIGKILL')
    await lost
    await vi.waitFor(() => expect(server.running).toBe(false), { timeout: 30_000, interval: 20 })
    await sandbox.startServer(2)
    const again = await callGame(server, 'mailBatch', batch)
    expect(again.envelope.data?.results.map(({ status }) => status)).toEqual(uIds.map(() => 0))
    const status = await callGame(server, 'mailStatus', { mailId: 'm-kill' })
    expect(status.envelope.data?.counts.delivered).toBe(50)
    for (const uId of uIds.slice(0, 5)) {
      const read = await callGame(server, 'dataGet', { uId, items: [{ diff: 'MailInfo' }] })
      const rows = Object.values(read.envelope.data?.tables.mail as Record<string, { title: string }>)
      expect(rows.filter(({ title }) => title === '补偿')).toHaveLength(1)
    }
  })

  it('[sandbox-restart] the server that is off can be started and stopped', async () => {
    await sandbox.startServer(12)
    expect((await callGame(serverOf(12), 'meta', {})).envelope.data?.serverIds).toEqual([12])
    await sandbox.stopServer(12)
    expect(serverOf(12).running).toBe(false)
    await expect(sandbox.startServer(13)).rejects.toThrow(RangeError)
  })

  it('[sandbox-tick] time passes and the log fills', async () => {
    const server = serverOf(1)
    await vi.waitFor(
      async () => {
        const found = await callGame(server, 'dataGet', { uId: '10001000007', items: [{ diff: 'RoleInfo' }] })
        expect(found.envelope.data?.online).toBe(true)
        expect(Number(found.envelope.data?.version)).toBeGreaterThan(1)
      },
      { timeout: 30_000, interval: 100 },
    )
    const log = readFileSync(join(dataDir, 'sandbox', 'logs', 'S1.log'), 'utf8')
      .trim()
      .split('\n')
    expect(log.map((line) => (JSON.parse(line) as { event: string }).event)).toContain('server.started')
  })

  it('keeps sessions, leaderboards, streams and caches in a real Redis', async () => {
    if (!sandbox.redis) throw new Error('redis-server is needed')
    const redis = new Redis({ ...sandbox.redis, maxRetriesPerRequest: 1 })
    const types = async (): Promise<Set<string>> => {
      const keys = await redis.keys('lantern:s1:*')
      return new Set(await Promise.all(keys.map((key) => redis.type(key))))
    }
    await vi.waitFor(
      async () =>
        expect([...(await types())].sort()).toEqual(
          expect.arrayContaining(['hash', 'set', 'stream', 'string', 'zset']),
        ),
      { timeout: 20_000, interval: 200 },
    )
    // The group reads on, and leaves some pending.
    await vi.waitFor(
      async () => {
        const [pending] = (await redis.xpending('lantern:s1:events', 'reward-workers')) as [number]
        expect(pending).toBeGreaterThan(0)
        const [group] = (await redis.xinfo('GROUPS', 'lantern:s1:events')) as unknown[][]
        expect(group).toContain('reward-workers')
      },
      { timeout: 60_000, interval: 200 },
    )
    redis.disconnect()
    const stranger = new Redis({ ...sandbox.redis, password: undefined, retryStrategy: () => null })
    stranger.on('error', () => undefined)
    await expect(stranger.get('x')).rejects.toThrow(/NOAUTH/)
    stranger.disconnect()
  })
})

it('a server that does not come up is told, and the others go on without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-broken-server-'))
  // Where its database belongs stands a folder.
  mkdirSync(join(folder, 'sandbox/games/S2.sqlite'), { recursive: true })
  const lines: string[] = []
  const options = { dataDir: folder, playersPerServer: 5, withRedis: false }
  const started = await startSandbox({ ...options, log: (line) => lines.push(line) })
  const running = new Map(started.servers.map((each) => [each.sId, each.running]))
  expect([running.get(1), running.get(2), running.get(11)]).toEqual([true, false, true])
  expect(lines.join('\n')).toMatch(/game server S2 did not start: .*; the others go on without it/)
  await started.stop()
  rmSync(folder, { recursive: true })
})

describe('kill -9 of the parent', () => {
  it('[sandbox-orphans] leaves no server and no Redis behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qd-orphans-'))
    const program = `
      const { startSandbox } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))})
      await startSandbox({ dataDir: ${JSON.stringify(folder)}, log: () => {}, playersPerServer: 5 })
      console.log('ready')
    `
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    const pidDir = join(folder, 'sandbox', 'pids')
    const pids = readdirSync(pidDir).map((name) => Number(readFileSync(join(pidDir, name), 'utf8')))
    expect(pids).toHaveLength(6)
    expect(pids.every(isAlive)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 30_000, interval: 50 })
    expect(existsSync(join(folder, 'sandbox', 'ports.json'))).toBe(true)
    rmSync(folder, { recursive: true })
  })
})
