import type { ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { DefinitionTables } from './tables.ts'

export interface DefinitionsDeps {
  store: Store<DefinitionTables>
  reach: ReachPort<'proto'>
  nowMs(): number
  /** The history could not be written; nobody who reads is stopped by that. */
  onFault(error: unknown): void
  /** What each server had when it was last written down here, by key: most reads say the same again. */
  noted: Map<string, { hash: string; at: number }>
}
