import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './redis-server.ts'

export interface ListeningProcess {
  readonly port: number
  readonly folder: string
  readonly pid: number
  stop(): Promise<void>
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Starts a program that listens on a free port of loopback, and tries again while another took the port. */
export async function startListening(
  command: string,
  argsOf: (port: number, folder: string) => Promise<readonly string[]>,
): Promise<ListeningProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-redis-'))
  for (let turn = 1; ; turn += 1) {
    const port = await freePort()
    const child = spawn(command, await argsOf(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
    const ended = once(child, 'exit')
    while (child.exitCode === null && !(await isListening(port))) await sleep(10)
    if (child.exitCode !== null) {
      if (turn === 5) throw new Error(`${command} does not start: ${said}`)
      continue
    }
    return {
      port,
      folder,
      pid: child.pid!,
      async stop() {
        child.kill('SIGKILL')
        await ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
}
