import type { AppError } from '@qd/contract-kit'
import type { Change, ChangeVerdict, CommitReply } from '@qd/data-edit/contract'
import type { Language } from '@qd/i18n'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { CallContext, Caller, CatalogueServer, JobsPort, ReachPort, ScopePort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { CustomFunctionTables } from './tables.ts'

/** In whose name and where a function runs; of a call, or of a job's row. */
export type RunContext = Pick<
  CallContext,
  'caller' | 'requestId' | 'lang' | 'place' | 'signal' | 'text' | 'holds'
>

/** Player data with the rules and the history of the data editor. */
export interface Edits {
  protocol(server: CatalogueServer): Promise<ProtocolDefinition>
  read(ctx: RunContext, diffs: readonly string[]): Promise<{ version: string; data: PlayerData }>
  touchesSensitive(protocol: ProtocolDefinition, change: Change): boolean
  check(
    ctx: RunContext,
    wish: { version: string; changes: Change[] },
  ): Promise<{ actions: { text: string }[]; refused: ChangeVerdict[] }>
  commit(
    ctx: RunContext,
    wish: { version: string; changes: Change[]; reason: string; key: string; runId: string },
  ): Promise<CommitReply>
}

/** User groups as far as sharing needs them. */
export interface Groups {
  /** Ids of the groups a user is in or below: what is shared with a group is shared with those below it. */
  idsOf(userId: string): Promise<readonly string[]>
  /** Those they may share with. */
  knownTo(caller: Caller): Promise<readonly { id: string; name: string }[]>
}

export interface CustomFunctionDeps {
  store: Store<CustomFunctionTables>
  reach: ReachPort<'commands' | 'players' | 'proto' | 'socket'>
  /** Finds the server of a player of a list. */
  scope: ScopePort
  edits: Edits
  groups: Groups
  jobs: JobsPort
  /** An error's sentence in a language. */
  say(error: AppError, lang: Language): string
  nowMs?: () => number
}

export interface UseCaseDeps extends CustomFunctionDeps {
  nowMs: () => number
}
