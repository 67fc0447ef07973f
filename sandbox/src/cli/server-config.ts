import type { ConsoleAt } from '../console/console-client.ts'
import type { ServerKey } from '../http/contract-handler.ts'

export interface RedisAddress {
  port: number
  password: string
}

/** What a game server process is told on the first line of its standard input; arguments would show the key to everyone. */
export interface ServerConfig {
  sId: number
  dataDir: string
  protocolDir?: string
  preferredPort: number
  key: ServerKey
  /** Seeded players on the first start. */
  players: number
  redis?: RedisAddress
  heartbeatMs?: number | undefined
}

/** What may follow on later lines. */
export interface LaterLine {
  console: ConsoleAt
}

/** The one line a game server process prints when it answers. */
export interface ReadyLine {
  port: number
  /** Files of the extra folder that were left out. */
  refused: { file: string; reason: string }[]
}
