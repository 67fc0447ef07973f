import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { startGameInProcess } from '@qd/sandbox/testing'
import { createConsole } from '../create-console.ts'
import type { Console, ConsoleOptions } from '../create-console.ts'
import { readEnv } from '../env.ts'
import { speakTo } from './speak-to.ts'
import type { Speaker } from './speak-to.ts'

/** For tests that kill a game server, or of which each takes its own time. */
export const OWN_PROCESSES = { startGame: undefined }

export interface TestConsole extends Console {
  dataDir: string
  /** Signs in with a sandbox account. */
  signIn(username: string, password?: string): Promise<Speaker>
  anonymous: Speaker
  /** Stops everything and removes the data. */
  dispose(): Promise<void>
}

/**
 * The whole console with the real sandbox, on a free port, in a folder of its own. The game servers run in this process,
 * unless `sandbox` says `OWN_PROCESSES`.
 */
export async function startTestConsole(
  settings: Record<string, string> = {},
  sandbox: ConsoleOptions['sandbox'] = { playersPerServer: 50, withRedis: false },
  webFolder?: string,
  gameServerTimes?: ConsoleOptions['gameServerTimes'],
): Promise<TestConsole> {
  const dataDir = settings['QD_DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'qd-console-'))
  // Most tests write to production by themselves; those about approvals turn them on.
  const own = { QD_PORT: '0', QD_LOG_LEVEL: 'error', QD_DATA_DIR: dataDir, QD_SANDBOX_APPROVALS: 'off' }
  const env = readEnv({ ...own, ...settings })
  const running = await createConsole({
    env,
    announce: () => {},
    sandbox: { compileCache: process.env.NODE_COMPILE_CACHE, startGame: startGameInProcess, ...sandbox },
    webFolder,
    gameServerTimes,
  })
  const anonymous = speakTo(running.url, null)
  return {
    ...running,
    dataDir,
    anonymous,
    async signIn(username, password = world.accountPassword) {
      const answer = await anonymous.post<{ token: string }>('/api/auth/login', { username, password })
      if (answer.http !== 200) throw new Error(`${username} cannot sign in: ${answer.body.msg}`)
      return speakTo(running.url, answer.body.data.token)
    },
    async dispose() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
