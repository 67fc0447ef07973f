import type { LimitsPort, LiveTopics, ReachPort, RollbackPort, WorthPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { JobStandingPort } from './history/job-standing-port.ts'
import type { PlayerRunsPort } from './history/player-runs-port.ts'
import type { Player } from './player-of.ts'
import type { Protocols } from './protocol/protocols.ts'
import type { DataEditTables } from './tables.ts'

export interface DataEditDeps {
  store: Store<DataEditTables>
  reach: ReachPort<'data' | 'limits' | 'protocol'>
  topics: LiveTopics
  /** Function runs for the time line; none without. */
  runs?: () => PlayerRunsPort
  /** How jobs stand, for the time line; nobody sees it without. */
  jobs?: () => JobStandingPort
  /** Limits of items and what was given of them; none without. */
  items?: ItemsDeps
  /** Told what undos take back; nobody without. */
  rollbacks?: RollbackPort | undefined
  nowMs?: () => number
  /** Told whenever somebody has read a player; must not fail. */
  onPlayerOpened?: (userId: string, player: Player) => Promise<void>
}

export interface ItemsDeps {
  limits: LimitsPort
  worth: WorthPort
}

/** What the use cases work with. */
export interface UseCaseDeps extends DataEditDeps {
  nowMs: () => number
  protocols: Protocols
  limits: UpperLimits
}

/** Largest count by item number; empty when the server does not say. */
export interface UpperLimits {
  of(server: Player['server']): Promise<ReadonlyMap<number, number>>
}
