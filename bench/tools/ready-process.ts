import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { NODE_FLAGS, NODE_SETTINGS } from '../../scripts/running/prepare.mjs'

/** A child process that has said `ready at URL`. */
export interface ReadyProcess {
  url: string
  pid: number
  /** From spawn to the line, in ms. */
  readyMs: number
  stop(): Promise<void>
}

const READY_WITHIN_MS = 180_000

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Starts a TypeScript file under this Node and waits for its ready line. */
export async function startReady(
  file: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<ReadyProcess> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, file, ...(options.args ?? [])], {
    env: { ...process.env, ...NODE_SETTINGS, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A measurement that fails leaves nothing running.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} was not ready in time`)), READY_WITHIN_MS)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /ready at (\S+)/.exec(line)
      if (match === null) return
      clearTimeout(timer)
      resolve(match[1]!)
    })
  })
  return { url, pid: child.pid!, readyMs: performance.now() - startMs, stop: () => stopped(child) }
}
