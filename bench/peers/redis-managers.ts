import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@qd/testing'

/** As they are published; the newest corifeus-utils that p3x-redis-ui-server asks for is not. */
const WANTED = {
  private: true,
  dependencies: {
    'p3x-redis-ui-server': '2026.10.100',
    'redis-commander': '0.9.0',
    // Later ones refuse the many attachments of its answers.
    'socket.io-client': '4.8.1',
  },
  overrides: { 'corifeus-utils': '2026.4.135', 'socket.io-parser': '4.2.4' },
}

interface Listing {
  ms: number
  /** Keys or folders the answer holds. */
  rows: number
  /** Highest resident memory of the process, in MiB. */
  peakMiB: number
}

export interface Managers {
  commander(port: number): Promise<Listing>
  p3x(port: number, maxKeys: number): Promise<Listing>
  remove(): Promise<void>
}

async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

async function answering(url: string): Promise<Response> {
  for (let left = 300; ; left -= 1) {
    try {
      return await fetch(url)
    } catch (error) {
      if (left === 0) throw error
      await sleep(100)
    }
  }
}

async function during<T>(child: ChildProcess, work: () => Promise<T>): Promise<T> {
  const ended = once(child, 'exit')
  try {
    return await work()
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** Root of the tree, as its page asks for it. */
async function commanderLists(folder: string, redisPort: number): Promise<Listing> {
  const port = await freePort()
  const server = `--address 127.0.0.1 --port ${port} --no-save --redis-host 127.0.0.1 --redis-port ${redisPort}`
  const program = join(folder, 'node_modules/redis-commander/bin/redis-commander.js')
  const child = spawn(process.execPath, [program, ...server.split(' ')], { cwd: folder, stdio: 'ignore' })
  return during(child, async () => {
    const origin = `http://127.0.0.1:${port}`
    const connections = (await (await answering(`${origin}/connections`)).json()) as {
      connections: { conId: string }[]
    }
    const id = connections.connections[0]!.conId
    const startMs = performance.now()
    const answer = await fetch(`${origin}/apiv2/keystree/${id}/`)
    const rows = (await answer.json()) as unknown[]
    return { ms: performance.now() - startMs, rows: rows.length, peakMiB: await peakOf(child) }
  })
}

interface Socket {
  once(event: string, told: (answer: Answer) => void): void
  emit(event: string, request: unknown): void
  close(): void
}
interface Answer {
  status: string
  keys?: unknown[]
  keysInfo?: Record<string, unknown>
  error?: unknown
}
type Connect = (url: string, options: unknown) => Socket

/** Connects, with the keys it lists at once: at most `maxKeys`. */
async function p3xLists(folder: string, redisPort: number, maxKeys: number): Promise<Listing> {
  const port = await freePort()
  const home = join(folder, 'p3x')
  await mkdir(join(home, 'pages'), { recursive: true })
  await writeFile(join(home, 'pages/index.html'), '<p>p3x</p>')
  const connection = { id: 'bench', name: 'bench', host: '127.0.0.1', port: redisPort }
  await writeFile(join(home, '.p3xrs-conns.json'), JSON.stringify({ list: [connection], update: new Date() }))
  const settings = {
    http: { port, bind: '127.0.0.1' },
    connections: { 'home-dir': home },
    static: join(home, 'pages'),
    treeDividers: [':'],
  }
  await writeFile(join(home, 'p3xrs.json'), JSON.stringify({ p3xrs: settings }))
  const program = join(folder, 'node_modules/.bin/p3xrs')
  const args = [program, '--config', join(home, 'p3xrs.json')]
  const child = spawn(process.execPath, args, { cwd: home, stdio: 'ignore' })
  return during(child, async () => {
    await answering(`http://127.0.0.1:${port}/health`)
    const { io } = createRequire(join(folder, 'package.json'))('socket.io-client') as { io: Connect }
    const socket = io(`http://127.0.0.1:${port}`, { path: '/socket.io', transports: ['websocket'] })
    try {
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
      const startMs = performance.now()
      const answer = await new Promise<Answer>((resolve) => {
        socket.once('p3xr-response-1', resolve)
        const payload = { connection: { id: 'bench' }, db: 0, maxKeys }
        socket.emit('p3xr-request', { action: 'connection/connect', requestId: 1, payload })
      })
      if (answer.status !== 'ok') throw new Error(`p3x refused: ${JSON.stringify(answer.error)}`)
      const ms = performance.now() - startMs
      return { ms, rows: Object.keys(answer.keysInfo ?? {}).length, peakMiB: await peakOf(child) }
    } finally {
      socket.close()
    }
  })
}

/** Brings the managers from npm into a folder of their own: they are no part of the product. */
export async function installManagers(): Promise<Managers> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-managers-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify(WANTED))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (done.status !== 0) throw new Error('the managers to compare with could not be installed')
  return {
    commander: (port) => commanderLists(folder, port),
    p3x: (port, maxKeys) => p3xLists(folder, port, maxKeys),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
