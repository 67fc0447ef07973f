import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { startReady, type ReadyProcess } from './ready-process.ts'

export interface ConsoleUnderTest extends ReadyProcess {
  /** Token of a new session of a sandbox account. */
  signIn(username: string): Promise<string>
}

/** A console in its own process; without a folder of its own on one that goes away with it. */
export async function startConsole(
  env: Record<string, string> = {},
  kept?: string,
): Promise<ConsoleUnderTest> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'qd-bench-'))
  const running = await startReady(join(import.meta.dirname, '../subjects/console.ts'), {
    args: [folder],
    env,
  })
  return {
    ...running,
    async signIn(username) {
      const answer = await fetch(`${running.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: world.accountPassword }),
      })
      const { data } = (await answer.json()) as { data: { token: string } }
      return data.token
    },
    async stop() {
      await running.stop()
      if (kept === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
