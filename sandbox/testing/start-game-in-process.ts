import type { SandboxOptions } from '../src/index.ts'
import { runGameServer } from '../src/server/run-game-server.ts'

/**
 * A game server in the process of the test: five processes that start cost more than most tests do. Tests that kill
 * servers, or ask how long something takes, have processes of their own.
 */
export const startGameInProcess: NonNullable<SandboxOptions['startGame']> = async (config) => {
  const running = await runGameServer(config)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  return {
    ready: running.ready,
    pid: process.pid,
    ended,
    tell: ({ console: at }) => running.callConsole(at),
    stop: async () => {
      await running.close()
      resolve()
    },
  }
}
