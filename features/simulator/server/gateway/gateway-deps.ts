import type { AuditPort, CatalogueServer, ReachPort, SessionPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Definition } from '../definitions/packed-definition.ts'
import type { OpenAddress } from '../records/record-way.ts'
import type { RecordTables } from '../records/record-tables.ts'
import type { KeptTables } from './kept/kept-tables.ts'
import type { GatewayTables } from './gateway-tables.ts'
import type { TimelineLimits } from './timeline/timeline-share.ts'

export interface GatewayLimits extends TimelineLimits {
  connectionsOfUser: number
  connectionsOfNode: number
  /** How long the socket of a connection without a page stays open. */
  resumeMs: number
  /** How long its time line can be opened again. */
  keptMs: number
}

/** What a server says of its messages. */
type Keep = (server: CatalogueServer, definition: Definition, by: string) => Promise<string>

export interface GatewayDeps {
  store: Store<GatewayTables & RecordTables & KeptTables>
  reach: ReachPort<'socket' | 'proto' | 'protocol' | 'players'>
  session: Pick<SessionPort, 'onEnded' | 'onRightsChanged' | 'current'>
  audit: Pick<AuditPort, 'intent' | 'outcome' | 'event' | 'refused'>
  /** Where the time lines of this node lie; a folder of its own. */
  folder: string
  openAddress: OpenAddress
  /** Keeps it as a version, so that its frames can be read after the next release. */
  keepDefinition: Keep
  /** One it kept, by its hash; null where it has none. */
  findDefinition(hash: string): Promise<Definition | null>
  limits?: Partial<GatewayLimits>
  freeBytes?(path: string): Promise<number>
  onFault(error: unknown): void
}
