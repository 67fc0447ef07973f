import type { AppError, Worth } from '@qd/contract-kit'
import type { Change, ChangeVerdict, CommitReply } from '@qd/data-edit/contract'
import type { Language } from '@qd/i18n'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type {
  CallContext,
  CatalogueServer,
  GroupsPort,
  JobsPort,
  ReachPort,
  SchedulesPort,
  ScopePort,
} from '@qd/server-kit'
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
  /** What these changes to the player give is worth. */
  worthOf(ctx: RunContext, changes: readonly Change[]): Promise<Worth>
  commit(
    ctx: RunContext,
    wish: { version: string; changes: Change[]; reason: string; key: string; runId: string; request: string },
  ): Promise<CommitReply>
}

export interface CustomFunctionDeps {
  store: Store<CustomFunctionTables>
  reach: ReachPort<'commands' | 'players' | 'proto' | 'socket'>
  /** Finds the server of a player of a list. */
  scope: ScopePort
  edits: Edits
  groups: GroupsPort
  jobs: JobsPort
  schedules: SchedulesPort
  /** An error's sentence in a language. */
  say(error: AppError, lang: Language): string
  nowMs?: () => number
}

export interface UseCaseDeps extends CustomFunctionDeps {
  nowMs: () => number
}
