import { mkdir } from 'node:fs/promises'
import type { GameServerTimes } from '@qd/game-servers/server'
import type { Sandbox } from '@qd/sandbox'
import type { createApp } from '@qd/server-kit'
import { refuseCutRestore } from '@qd/store'
import type { Store } from '@qd/store'
import type { Composition } from './compose/compose-features.ts'
import type { Env } from './env.ts'
import { keepTickShape } from './keep-tick-shape.ts'
import { zoneLine } from './listen/zone-line.ts'
import { openSandbox } from './seed-sandbox.ts'
import { startOnce } from './start/start-once.ts'
import { openStartingDoor } from './start/starting-door.ts'
import { waitOut } from './start/wait-out.ts'

/** A running console. */
export interface Console extends Composition {
  readonly app: ReturnType<typeof createApp>
  /** Where the pages are. */
  readonly url: string
  readonly sandbox: Sandbox | null
  readonly store: Store<never>
  /** The path that creates the first administrator, once; null: there are accounts, or the sandbox brings its own. */
  readonly setupPath: string | null
  /** Open live sockets. */
  liveSockets(): number
  stop(): Promise<void>
}

export interface ConsoleOptions {
  env: Env
  /** Lines for the person at the terminal. */
  announce(line: string): void
  /** Nobody sits there: what stands in the log is not announced besides. */
  isLogRead?: boolean | undefined
  webFolder?: string | undefined
  /** Smaller sandboxes for tests. */
  sandbox?: Parameters<typeof openSandbox>[2]
  /** How soon silent game servers are found; shorter in tests. */
  gameServerTimes?: Partial<GameServerTimes> | undefined
}

/**
 * Starts the console, whole or not at all. Until it stands everybody hears that it starts. A database that comes late or goes
 * away meanwhile is waited for; what stays wrong is thrown, once everything that was begun has ended.
 */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { env, announce } = options
  keepTickShape()
  await mkdir(env.dataDir, { recursive: true })
  refuseCutRestore(env.dataDir)
  announce(zoneLine(process.env.TZ))
  const door = await openStartingDoor(env)
  let isDoorOpen = door !== null
  const leaveDoor = async () => {
    if (!isDoorOpen) return
    isDoorOpen = false
    await door?.close()
  }
  const sandboxStart = env.isSandbox ? openSandbox(env, announce, options.sandbox) : null
  // Awaited by each try; a failure must not become an unhandled rejection while the store opens.
  sandboxStart?.catch(() => undefined)
  const stopSandbox = async () => {
    const started = await sandboxStart?.catch(() => null)
    await started?.stop()
  }
  try {
    const started = await waitOut(() => startOnce(options, { sandboxStart, leaveDoor }), { announce })
    return {
      ...started,
      async stop() {
        await started.stop()
        await stopSandbox()
      },
    }
  } catch (error) {
    await leaveDoor()
    await stopSandbox()
    throw error
  }
}
