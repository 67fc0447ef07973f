import type { GameServerTimes } from '@qd/game-servers/server'
import type { GuardedDialer, SecretBox } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Settings } from '@qd/system/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import type { ConsoleMetrics } from '../metrics/console-metrics.ts'

export interface ComposeParts {
  env: Pick<
    Env,
    | 'allowsLoginGet'
    | 'passwordMin'
    | 'isSandbox'
    | 'auditShip'
    | 'auditShipCaFile'
    | 'auditShipKeyFile'
    | 'requiresSecondFactor'
    | 'oidc'
    | 'publicUrl'
    | 'filesDir'
    | 'dataDir'
    | 'smtp'
    | 'sshAgent'
    | 'updates'
  >
  store: Store<never>
  secretBox: SecretBox
  dialer: GuardedDialer
  settings: Settings
  logger: FastifyBaseLogger
  metrics: Pick<ConsoleMetrics, 'watchAdapter'>
  /** How soon silent game servers are found; shorter in tests. */
  gameServerTimes?: Partial<GameServerTimes> | undefined
  /** Content hash of the pages; none in tests without pages. */
  pageBuild?: string
  /** False while the console starts; in tests of parts nothing starts. */
  isReady?: () => boolean
}
