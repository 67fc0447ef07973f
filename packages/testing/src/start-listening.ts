import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, MOST_PORTS } from './free-port.ts'

/** What a program has for its start, in milliseconds; a busy machine takes seconds. */
const START_MS = 60_000
/** Of what it said, so many characters are told when it fails. */
const WORDS_MOST = 4_000
const TAKEN = /address already in use/i

export interface ListeningProcess {
  readonly port: number
  /** Its own, and removed with it. */
  readonly folder: string
  readonly pid: number
  stop(): Promise<void>
}

export interface ListeningProgram {
  command: string
  /** Its arguments for a port, and a folder for the files they name. */
  argsOf(port: number, folder: string): readonly string[] | Promise<readonly string[]>
  /** What it prints once it takes connections. Whatever else may listen on the port cannot print it for this process. */
  ready: RegExp
  /** What ends it with all its processes; by default SIGKILL. */
  endBy?: NodeJS.Signals
}

type Start = { isTaken: true } | { isTaken: false; child: ChildProcess; gone: Promise<unknown> }

/** Resolves once the program is ready or has found its port taken; rejects with its last words where it ends otherwise. */
async function start({ command, ready }: ListeningProgram, args: readonly string[]): Promise<Start> {
  // In English, so that a taken port is told from other faults.
  const env = { ...process.env, LC_ALL: 'C' }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const { promise, resolve, reject } = Promise.withResolvers<Start>()
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()))
  let words = ''
  const hear = (text: string) => {
    words = (words + text).slice(-WORDS_MOST)
    if (ready.test(words)) resolve({ isTaken: false, child, gone })
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  child.once('error', (cause) =>
    reject(new Error(`${command} cannot be started: ${cause.message}`, { cause })),
  )
  child.once('close', (code, signal) => {
    if (TAKEN.test(words)) resolve({ isTaken: true })
    else reject(new Error(`${command} ended with ${code ?? signal} before it was ready: ${words}`))
  })
  const timer = setTimeout(() => {
    reject(new Error(`${command} is not ready after ${START_MS} ms: ${words}`))
    child.kill('SIGKILL')
  }, START_MS)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    for (const stream of [child.stdout, child.stderr]) stream.off('data', hear).resume()
  }
}

/**
 * Starts a program that listens on a free port of loopback, and again on another one while somebody else has taken it.
 * Throws with its last words where it cannot start.
 */
export async function startListening(program: ListeningProgram): Promise<ListeningProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-listening-'))
  try {
    for (let turn = 0; turn < MOST_PORTS; turn += 1) {
      const port = await freePort()
      const started = await start(program, await program.argsOf(port, folder))
      if (started.isTaken) continue
      const { child, gone } = started
      return {
        port,
        folder,
        pid: child.pid!,
        async stop() {
          child.kill(program.endBy ?? 'SIGKILL')
          await gone
          await rm(folder, { recursive: true, force: true })
        },
      }
    }
    throw new Error(`${program.command} found ${MOST_PORTS} ports taken, one after the other`)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
