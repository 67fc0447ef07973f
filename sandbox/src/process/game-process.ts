import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { LaterLine, ReadyLine, ServerConfig } from '../cli/server-config.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

export interface GameProcess {
  ready: ReadyLine
  pid: number
  /** Resolves when the process has ended, whatever the reason. */
  ended: Promise<void>
  /** Tells the server something after it has begun. */
  tell: (line: LaterLine) => void
  stop: () => Promise<void>
}

const PROGRAM = join(import.meta.dirname, '../cli/game-server.ts')
/** Nobody waits for a start: a slow machine takes as long as it takes, and says so. */
const TELL_EVERY_MS = 10_000
const STOP_LIMIT_MS = 5000

/**
 * Five servers share the machine with the console: a small young generation, a heap that is tidied up before it grows
 * and gives back what it does not need, and no second compiler, whose code alone takes 5 MiB
 * (`npm run bench -- idle-memory`).
 */
const NODE_OPTIONS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=2',
  '--optimize-for-size',
  '--no-opt',
]

function spawnChild(config: ServerConfig, compileCache: string): Child {
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  // A child that dies early makes the pipe fail; its exit is what counts.
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(config)}\n`)
  return child
}

/** The child's ready line; rejects with its last words when it ends before. Says regularly that it is waited for. */
async function readyLine(child: Child, sId: number, log: (line: string) => void): Promise<ReadyLine> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadyLine>()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  createInterface({ input: child.stdout }).once('line', (text) => resolve(JSON.parse(text) as ReadyLine))
  child.once('error', reject)
  child.once('exit', () => reject(new Error(`game server S${sId} did not start: ${errors.trim()}`)))
  const timer = setInterval(() => log(`game server S${sId} is still starting`), TELL_EVERY_MS)
  return promise.finally(() => clearInterval(timer))
}

/** Starts one game server process and waits until it answers. It ends when this process does. */
export async function startGameProcess(
  config: ServerConfig,
  { compileCache, log }: { compileCache: string; log: (line: string) => void },
): Promise<GameProcess> {
  const child = spawnChild(config, compileCache)
  const ended = once(child, 'exit').then(() => undefined)
  const ready = await readyLine(child, config.sId, log)
  return {
    ready,
    pid: child.pid ?? 0,
    ended,
    tell: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    stop: async () => {
      child.stdin.end()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended.finally(() => clearTimeout(timer))
    },
  }
}
