import { createStandardAdapter } from '@qd/adapter-standard'
import type { StandardAdapterOptions } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import { wholeAdapter } from '@qd/game-contract/adapter'
import type { GameGroupName, GameServerTarget } from '@qd/game-contract/adapter'
import type { Grant } from '@qd/contract-kit'
import { createLiveTopics, currentAsker } from '@qd/server-kit'
import type {
  ApprovalsPort,
  CatalogueServer,
  LiveTopics,
  ReachPort,
  ScopePort,
  ServerFeature,
} from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { createDataEditFeature, dataEditMigrations } from '../index.ts'
import type { DataEditDeps, DataEditFeature, DataEditTables } from '../index.ts'

export interface EditConsoleOptions {
  store: Store<DataEditTables>
  target: GameServerTarget
  environment?: CatalogueServer['environment']
  adapter?: Partial<StandardAdapterOptions>
  /** The groups the adapter offers; default: all. */
  offers?: readonly GameGroupName[]
  /** Further servers of the catalogue, reached at the same address unless they have one of their own. */
  otherServers?: readonly CatalogueServer[]
  /** Addresses by key of server. */
  otherTargets?: Readonly<Record<string, GameServerTarget>>
  onPlayerOpened?: DataEditDeps['onPlayerOpened']
  runs?: DataEditDeps['runs']
  jobs?: DataEditDeps['jobs']
  items?: DataEditDeps['items']
  rollbacks?: DataEditDeps['rollbacks']
  approvals?: ApprovalsPort
  /** Features that stand beside the editor and use its deps. */
  beside?: (edit: DataEditFeature, parts: { reach: ReachPort; scope: ScopePort }) => ServerFeature[]
}

export { dataEditMigrations }

let keys = 0
/** An idempotency key nobody has used. */
export const freshKey = (): string => `test-key-${process.pid}-${++keys}`

/** Everything but the sensitive fields. */
export const ordinaryEditor: Grant = {
  scope: '*',
  environment: '*',
  codes: ['index.data.read', 'index.data.edit', 'index.data.undo', 'index.data.bulk'],
}

/** The data editor behind the real guard, speaking to one real game server. */
export function startEditConsole(options: EditConsoleOptions) {
  const server = aServer({ environment: options.environment ?? 'test' })
  const standard = createStandardAdapter({ dialer: plainDialer(), asker: currentAsker, ...options.adapter })
  const { offers = Object.keys(standard) as GameGroupName[] } = options
  const groups = Object.fromEntries(offers.map((name) => [name, standard[name]]))
  const adapter = wholeAdapter({ name: standard.name, meta: standard.meta, ...groups })
  const reach: ReachPort = {
    reach: async ({ key }) => ({ ...adapter, target: options.otherTargets?.[key] ?? options.target }),
    serversOf: (lineId) => (lineId === server.lineId ? [server] : []),
  }
  const topics: LiveTopics = createLiveTopics(options.store.broadcast)
  const { store, onPlayerOpened, runs, jobs, items, rollbacks, approvals, beside } = options
  const scope = fixedScope([server, ...(options.otherServers ?? [])])
  const feature = createDataEditFeature({
    store,
    reach,
    topics,
    runs,
    jobs,
    items,
    onPlayerOpened,
    rollbacks,
  })
  const features = [feature, ...(beside?.(feature, { reach, scope }) ?? [])]
  const app = createTestApp({
    features,
    scope,
    store: store.as(),
    ...(approvals === undefined ? {} : { approvals }),
  })
  return {
    ...app,
    scope,
    feature,
    features,
    reach,
    server,
    topics,
    admin: app.as(aCaller('admin', [everything])),
    editor: app.as(aCaller('editor', [ordinaryEditor])),
  }
}
