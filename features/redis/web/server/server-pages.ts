import type { ComponentType } from 'react'
import type { RedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { AclPage } from './acl/acl-page.tsx'
import { AdvicePage } from './advice/advice-page.tsx'
import { ClientsPage } from './clients/clients-page.tsx'
import { CommandsPage } from './commands/commands-page.tsx'
import { ConfigPage } from './config/config-page.tsx'
import { FunctionsPage } from './functions/functions-page.tsx'
import { LatencyPage } from './latency/latency-page.tsx'
import { MemoryPage } from './memory/memory-page.tsx'
import { KeyEventsPage } from './messages/key-events-page.tsx'
import { PubsubPage } from './messages/pubsub-page.tsx'
import { ModulesPage } from './modules/modules-page.tsx'
import { PersistencePage } from './persistence/persistence-page.tsx'
import { SearchPage } from './search/search-page.tsx'
import { SlowPage } from './slow/slow-page.tsx'
import { StatusPage } from './status/status-page.tsx'
import { ClusterPage } from './topology/cluster-page.tsx'
import { ReplicationPage } from './topology/replication-page.tsx'

/** The groups of the list, in its order. */
export const SERVER_GROUPS = ['overview', 'load', 'setup', 'topology', 'more'] as const
type ServerGroup = (typeof SERVER_GROUPS)[number]

/** One page of the server of a connection. */
export interface ServerPage {
  readonly key: string
  readonly group: ServerGroup
  readonly label: (t: RedisTexts) => string
  readonly Draw: ComponentType<{ database: OpenDatabase }>
  /** Absent: every server has it. */
  readonly isThere?: (database: OpenDatabase) => boolean
}

/** In the order of the list, by group. */
export const SERVER_PAGES: readonly ServerPage[] = [
  { key: 'status', group: 'overview', label: (t) => t('server.status.title'), Draw: StatusPage },
  { key: 'advice', group: 'overview', label: (t) => t('server.advice.title'), Draw: AdvicePage },
  { key: 'clients', group: 'load', label: (t) => t('server.clients.title'), Draw: ClientsPage },
  { key: 'slow', group: 'load', label: (t) => t('server.slow.title'), Draw: SlowPage },
  { key: 'commands', group: 'load', label: (t) => t('server.commands.title'), Draw: CommandsPage },
  { key: 'latency', group: 'load', label: (t) => t('server.latency.title'), Draw: LatencyPage },
  { key: 'memory', group: 'load', label: (t) => t('server.memory.title'), Draw: MemoryPage },
  { key: 'config', group: 'setup', label: (t) => t('server.config.title'), Draw: ConfigPage },
  { key: 'acl', group: 'setup', label: (t) => t('server.acl.title'), Draw: AclPage },
  { key: 'modules', group: 'setup', label: (t) => t('server.modules.title'), Draw: ModulesPage },
  { key: 'persistence', group: 'setup', label: (t) => t('server.persistence.title'), Draw: PersistencePage },
  { key: 'cluster', group: 'topology', label: (t) => t('topics.cluster.title'), Draw: ClusterPage },
  {
    key: 'replication',
    group: 'topology',
    label: (t) => t('topics.replication.title'),
    Draw: ReplicationPage,
  },
  { key: 'pubsub', group: 'more', label: (t) => t('topics.pubsub.title'), Draw: PubsubPage },
  { key: 'keyEvents', group: 'more', label: (t) => t('topics.events.title'), Draw: KeyEventsPage },
  { key: 'functions', group: 'more', label: (t) => t('topics.functions.title'), Draw: FunctionsPage },
  {
    key: 'indexes',
    group: 'more',
    label: (t) => t('server.indexes.title'),
    Draw: SearchPage,
    isThere: ({ server }) => server.hasSearch,
  },
]
