import type {
  AuditPort,
  FilesPort,
  JobsPort,
  LiveTopics,
  MadeFilesPort,
  SecretBox,
  ServerFeature,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import {
  KEY_JOB_LIMITS,
  allowRedisNetworks,
  dangerousRedis,
  editRedis,
  monitorRedis,
  redisResource,
} from '../contract/index.ts'
import { analysisMigrations } from './analysis/analysis-migrations.ts'
import type { AnalysisTables } from './analysis/analysis-tables.ts'
import { KeptAnalyses, forgetAnalyses } from './analysis/kept-analyses.ts'
import { serveAnalysis } from './analysis/serve-analysis.ts'
import { redisBinMigrations } from './bin/bin-migrations.ts'
import type { BinTables } from './bin/bin-tables.ts'
import { binCleanUps, createBin } from './bin/bin.ts'
import { connectionMigrations } from './connections/connection-migrations.ts'
import { Connections } from './connections/connections.ts'
import type { ConnectionsDeps } from './connections/connections.ts'
import type { ExchangeDeps } from './connections/exchange/import-connections.ts'
import { seedManagedConnections, seedSettingsConnections } from './connections/seed-connections.ts'
import type { ManagedConnection, SettingsConnection } from './connections/seed-connections.ts'
import { serveConnections } from './connections/serve-connections.ts'
import type { ConnectionTables } from './connections/tables.ts'
import { serveConsole } from './console/serve-console.ts'
import { findRow } from './connections/connection-rows.ts'
import { CommandLog } from './guard/command-log.ts'
import { GuardedDatabase } from './guard/guarded-database.ts'
import { serveCommands } from './guard/serve-commands.ts'
import { withJobSessions } from './jobs/job-sessions.ts'
import { serveKeyJobs } from './jobs/serve-key-jobs.ts'
import { serveKeys } from './keys/serve-keys.ts'
import { DatabasePool } from './link/pool/database-pool.ts'
import type { PoolDeps } from './link/pool/database-pool.ts'
import { serveLinks } from './link/pool/serve-links.ts'
import { ScanBudgets } from './scan/scan-budget.ts'
import { playerKeyMigrations } from './player-keys/player-key-migrations.ts'
import type { PlayerKeyTables } from './player-keys/player-key-tables.ts'
import { forgetPatterns, seedPatterns } from './player-keys/player-patterns.ts'
import { servePlayerKeys } from './player-keys/serve-player-keys.ts'
import { serveScan } from './scan/serve-scan.ts'
import { TreeRoom } from './scan/tree-room.ts'
import { serveServerPages } from './server/serve-server-pages.ts'
import { EXPORT_FILES } from './transfer/export-files.ts'
import { IMPORT_FILES } from './transfer/import-files.ts'
import { serveTransfer } from './transfer/serve-transfer.ts'
import { serveViewers } from './viewers/serve-viewers.ts'
import { redisViewerMigrations } from './viewers/viewer-migrations.ts'
import type { ViewerTables } from './viewers/viewer-tables.ts'

export const redisMigrations = [
  ...connectionMigrations,
  ...redisBinMigrations,
  ...redisViewerMigrations,
  ...playerKeyMigrations,
  ...analysisMigrations,
]

export interface RedisDeps {
  store: Store<ConnectionTables & BinTables & ViewerTables & PlayerKeyTables & AnalysisTables>
  secretBox: SecretBox
  /** The hierarchy as of now. */
  catalogue: ConnectionsDeps['catalogue']
  /** Of the settings file. */
  settings: { readonly sockets: readonly string[]; readonly connections: readonly SettingsConnection[] }
  /** A refusal in words. */
  say: ExchangeDeps['say']
  log: { warn(detail: object, message: string): void }
  session: PoolDeps['session']
  dialer: PoolDeps['link']['dialer']
  /** Path of the console's own SSH agent, when its machine runs one. */
  agentPath?: string | undefined
  topics: LiveTopics
  jobs: JobsPort
  files: FilesPort & MadeFilesPort
  audit: AuditPort
}

export interface RedisFeature extends ServerFeature {
  /** Makes or renews connections whose address and password are those of this start. */
  seedManaged(given: readonly ManagedConnection[]): Promise<void>
}

/** Table of contents of the Redis manager. */
export function createRedisFeature(given: RedisDeps): RedisFeature {
  const { store, secretBox, catalogue, settings, say, log } = given
  const { sockets } = settings
  const isOpen = (sessionId: string, connectionId: string) => pool.isOpen(sessionId, connectionId)
  const connections = new Connections({
    store,
    secretBox,
    catalogue,
    sockets,
    isOpen,
    deletedWith: [forgetPatterns, forgetAnalyses],
  })
  const commandLog = new CommandLog(given.topics, (error) => log.warn({ error }, 'command log not told'))
  const link = { dialer: given.dialer, agentPath: given.agentPath }
  const pool = new DatabasePool({
    connections,
    session: withJobSessions(given.session),
    guard: (asking, connection, open) =>
      new GuardedDatabase({ asking, connection, link: open, log: commandLog }),
    link,
  })
  // One for all scans of this node: those of a connection share what it may examine in a second.
  const budgets = new ScanBudgets()
  const kept = { store: store.as<BinTables>(), secretBox, nowMs: Date.now }
  const bin = createBin(kept)
  const keyJobs = serveKeyJobs({ databases: pool, budgets, jobs: given.jobs, catalogue, keep: bin.keep })
  const transfer = serveTransfer({
    databases: pool,
    budgets,
    jobs: given.jobs,
    catalogue,
    keep: bin.keep,
    files: given.files,
    kept: KEY_JOB_LIMITS.kept,
  })
  const commands = serveCommands({
    databases: pool,
    log: commandLog,
    connectionIdOf: (lineId, named) => connections.idOf(lineId, named),
    linesOf: (caller, named) => connections.linesOf(caller, named),
  })
  const limits = { budgets, room: new TreeRoom() }
  const analyses = new KeptAnalyses({ store: store.as<AnalysisTables>(), nowMs: Date.now })
  const server = serveServerPages({ databases: pool, budgets, session: given.session, say })
  const consoles = serveConsole({
    databases: pool,
    session: given.session,
    secretBox,
    audit: given.audit,
    onFault: (error) => log.warn({ error }, 'console not audited'),
  })
  const playerPatterns = { store: store.as<PlayerKeyTables>(), connections, nowMs: Date.now }
  const isConnection = async (lineId: string, id: string) =>
    (await findRow(store.as<ConnectionTables>().read, lineId, id)) !== undefined
  const asGiven = connections.asGiven.bind(connections)
  const seeding = { store, secretBox, catalogue, sockets, warn: log.warn }
  return {
    name: 'redis',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      ...serveConnections(connections, { store, secretBox, sockets, say }),
      ...serveLinks({ pool, link, say, isConnection, asGiven }),
      ...serveKeys({ ...kept, databases: pool, bin }),
      ...serveViewers({ store: store.as<ViewerTables>(), databases: pool, nowMs: Date.now }),
      ...servePlayerKeys({ ...playerPatterns, databases: pool, budgets, isConnection, say }),
      ...keyJobs.routes,
      ...transfer.routes,
      ...commands.routes,
      ...server.routes,
      ...consoles.routes,
    ],
    channels: [
      ...serveScan({ databases: pool, session: given.session, limits }),
      ...serveAnalysis({
        databases: pool,
        session: given.session,
        limits,
        kept: analyses,
        onFault: (error) => log.warn({ error }, 'analysis not kept'),
      }),
      ...commands.channels,
      ...server.channels,
      ...consoles.channels,
    ],
    jobs: [...keyJobs.jobs, ...transfer.jobs],
    files: [IMPORT_FILES, EXPORT_FILES],
    resources: [redisResource],
    cleanUps: [...binCleanUps(kept), ...analyses.cleanUps],
    permissions: [allowRedisNetworks, dangerousRedis, editRedis, monitorRedis],
    start: () => seedSettingsConnections(seeding, settings.connections, process.env),
    stop: async () => pool.stop(),
    async seedManaged(managed) {
      await seedManagedConnections(seeding, managed)
      await seedPatterns(playerPatterns, managed)
    },
  }
}
