import type { Language } from '@qd/i18n'
import type { AuditPort, NotificationKind, NotificationsPort, ServerFeature } from '@qd/server-kit'
import { readAudit } from '../contract/index.ts'
import { auditRoutes } from './audit-routes.ts'
import { createChainUpkeep } from './chain/chain-upkeep.ts'
import type { ChainUpkeep } from './chain/chain-upkeep.ts'
import { readHead } from './chain/read-head.ts'
import type { ChainHead } from './chain/read-head.ts'
import { CHAIN_START } from './verify-audit.ts'
import { createAudit } from './create-audit.ts'
import type { AuditDeps } from './create-audit.ts'
import { pendingIntents } from './pending-intents.ts'
import type { UnknownIntent } from './pending-intents.ts'
import { createEntryIndex } from './search/entry-index.ts'
import type { EntryIndex } from './search/entry-index.ts'
import { lastUses } from './last-uses.ts'
import type { LastCall } from './last-uses.ts'
import { rowsNaming } from './rows-of-request.ts'
import type { NamedRows } from './rows-of-request.ts'
import type { AuditRow } from './audit-tables.ts'
import type { AuditPlace } from './search/search-deps.ts'
import type { AuditLine } from './search/visible-scopes.ts'
import type { ShipWay } from './ship/send-line.ts'
import type { ShipAddress } from './ship/ship-address.ts'

export { auditMigrations } from './audit-migrations.ts'
export type { AuditTables } from './audit-tables.ts'
export type { AuditDeps } from './create-audit.ts'
export type { UnknownIntent } from './pending-intents.ts'
export type { AuditPlace } from './search/search-deps.ts'
export type { AuditLine } from './search/visible-scopes.ts'
export { parseShipAddress } from './ship/ship-address.ts'
export type { ShipWay } from './ship/send-line.ts'
export type { ShipAddress } from './ship/ship-address.ts'
export { hashOf as hashOfAuditRow } from './chain-row.ts'
export { verifyAudit } from './verify-audit.ts'
export type { Verdict } from './verify-audit.ts'
export type { ChainHead } from './chain/read-head.ts'
export { runVerifyAudit } from './verify-command.ts'

/** What the calls and upkeep of the audit need of the rest of the program. */
export interface AuditSurroundings {
  lines?: () => readonly AuditLine[]
  places?: () => readonly AuditPlace[]
  actions?: () => readonly string[]
  namesOf?: (ids: readonly string[], lang: Language) => Promise<ReadonlyMap<string, string>>
  placeNameOf?: (path: string) => readonly string[]
  titleOf?: (lang: Language, action: string) => string
  log?: { error(detail: unknown, message: string): void }
  notifications?: () => NotificationsPort
  ship?: { addresses: readonly ShipAddress[]; key: Buffer | null; way: ShipWay | null }
}

export interface AuditFeature extends ServerFeature {
  audit: AuditPort
  upkeep: ChainUpkeep
  index: EntryIndex
  /** Intents without outcome, older than `beforeMs`: their effect is unknown. */
  /** The last row of the chain. */
  head(): Promise<ChainHead>
  /** Links of the chain that name something, for proofs. */
  rowsNaming(named: NamedRows): Promise<AuditRow[]>
  /** What accounts last did since then, by kind of call and place. */
  lastUses(userIds: readonly string[], sinceMs: number): Promise<LastCall[]>
  pendingIntents(options: { beforeMs: number; limit?: number }): Promise<UnknownIntent[]>
}

const SHIP_TIMEOUT_MS = 5_000

/** Told to everybody who reads the audit: what they read can no longer be trusted. */
const brokenKind: NotificationKind = { name: 'audit.broken', level: 'error', heldBy: readAudit }

/** The audit chain, what is found in it and what is done about it. */
export function createAuditFeature(deps: AuditDeps & AuditSurroundings): AuditFeature {
  const { store, nowMs = Date.now, log = { error: () => undefined } } = deps
  const ship = deps.ship ?? { addresses: [], key: null, way: null }
  const index = createEntryIndex(store, (error) =>
    log.error({ err: error }, 'audit rows cannot be found yet'),
  )
  const upkeep = createChainUpkeep({
    store,
    nowMs,
    log,
    index,
    onBroken: async (tx, { seq, atMs }) =>
      deps
        .notifications?.()
        .tell(
          tx,
          { kind: brokenKind, params: { seq }, page: '/audit', scope: '*', key: `${seq}:${atMs}` },
          'holders',
        ),
    addresses: ship.addresses,
    parts: { way: ship.way, key: ship.key, timeoutMs: SHIP_TIMEOUT_MS },
  })
  const search = {
    store,
    index,
    nowMs,
    lines: deps.lines ?? (() => []),
    places: deps.places ?? (() => []),
    actions: deps.actions ?? (() => []),
    placeNameOf: deps.placeNameOf ?? (() => []),
    namesOf: deps.namesOf ?? (async () => new Map<string, string>()),
    titleOf: deps.titleOf ?? ((_lang: Language, action: string) => action),
  }
  return {
    name: 'audit',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: auditRoutes(search, upkeep),
    audit: createAudit({ ...deps, onAppended: index.touch }),
    upkeep,
    index,
    head: async () => (await readHead(store.read)) ?? CHAIN_START,
    rowsNaming: (named) => rowsNaming(search, named),
    lastUses: (userIds, sinceMs) => lastUses(search, userIds, sinceMs),
    pendingIntents: (options) => pendingIntents(store, options),
    notifications: [brokenKind],
    systemSchedules: [
      {
        name: 'audit.verify',
        title: 'audit.nightly',
        rule: { kind: 'daily', at: '03:00' },
        run: () => upkeep.verifyNightly(),
      },
    ],
    async start() {
      // Rows of earlier versions: found bit by bit, while the console runs.
      index.touch()
      upkeep.start()
    },
    async stop() {
      await upkeep.stop()
      await index.stop()
    },
  }
}
