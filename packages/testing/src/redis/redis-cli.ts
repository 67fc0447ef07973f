import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const ASK_EVERY_MS = 50
/** What servers have to agree on something, in milliseconds: they take seconds, and more on a busy machine. */
const AGREED_WITHIN_MS = 90_000

/** What redis-cli answers to a command at the server on a port of loopback; throws where it cannot ask. */
export async function redisCli(port: number, ...words: readonly string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-h', '127.0.0.1', '-p', `${port}`, ...words])
  return stdout.trim()
}

/** Resolves once it is so. Throws with what was waited for where it never is, so that no loop goes on after its test. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + AGREED_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`${what}: not so after ${AGREED_WITHIN_MS} ms`)
    await sleep(ASK_EVERY_MS)
  }
}
