import type { Worth } from '@qd/contract-kit'
import type { Change, JobEdit } from '@qd/data-edit/contract'
import type { GameCallReply, GameCallRequest, OnlinePolicy } from '@qd/game-contract'
import type { UndoneEdit, WantedModule } from '@qd/player-edit'
import type { LeftOut, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type {
  CallContext,
  Caller,
  CatalogueServer,
  FilesPort,
  GivenBack,
  JobsPort,
  ReachedServer,
  ReachPort,
  RollbackPort,
  ScopePort,
} from '@qd/server-kit'
import type { AnyTx, Store } from '@qd/store'
import type { BulkEditTables } from './tables.ts'

/** A player, and the server where they are now. */
export interface Player {
  server: CatalogueServer
  /** Canonical digits. */
  uId: string
}

/** A definition of players' data and its fingerprint. */
export interface KnownProtocol {
  md5: string
  protocol: ProtocolDefinition
}

export interface ReadPlayer {
  version: string
  data: PlayerData
  /** What stands in it under names that are not carried; absent: nothing. */
  leftOut?: LeftOut[]
}

/** An edit, with where. */
export interface PlacedEdit {
  edit: JobEdit
  server: CatalogueServer
}

export type Backs = ReadonlyMap<string, readonly GivenBack[]>

/** Players' data with the rules and the history of the data editor. */
export interface Edits {
  /** The last sound definition; throws AppError when there never was one. */
  protocolOf(server: CatalogueServer): Promise<KnownProtocol>
  /** Largest count by item number; empty when the server does not say. */
  limitsOf(server: CatalogueServer): Promise<ReadonlyMap<number, number>>
  /** How the server can treat a player who is online. */
  policiesOf(reached: ReachedServer<never>): Promise<readonly OnlinePolicy[]>
  /** The wanted modules of a player; rejects with GameError. */
  read(
    reached: ReachedServer<'data'>,
    asked: { uId: string; modules: readonly WantedModule[] },
    signal?: AbortSignal,
  ): Promise<ReadPlayer>
  /** Awaits a game call about a player and puts its failure into the editor's words. */
  ask<T>(call: Promise<T>, uId: string): Promise<T>
  /** What is sent for a stored edit: the same words whenever it is asked for. */
  requestOf(edit: JobEdit): GameCallRequest<'dataChange'>
  /** The edits that already stand for these effects, by effect key. */
  standing(effectKeys: readonly string[]): Promise<Map<string, JobEdit>>
  /**
   * Stores what is about to be sent, and counts what it gives. By effect key what now stands, which may be another node's
   * words; by id why a limit of items refuses an edit, which is not stored then.
   */
  open(
    edits: readonly PlacedEdit[],
    job: { caller: Caller; jobId: string } & Pick<CallContext, 'lang' | 'text'>,
  ): Promise<{ standing: Map<string, JobEdit>; refused: Map<string, string> }>
  /** What is given back of items where edits have ended so, by id. */
  backsOf(edits: readonly PlacedEdit[]): Promise<Backs>
  /** Records how edits ended, and forgets those that were stored and not sent; those settled before stay as they are. */
  end(
    tx: AnyTx,
    ended: { settled: readonly JobEdit[]; unsent: readonly string[] },
    backs: Backs,
  ): Promise<void>
  /** Tells open editors of the player, if and when the write commits. */
  publish(tx: AnyTx, edit: JobEdit, news: { actor: string; c: GameCallReply<'dataChange'>['c'] }): void
  /** What changes to so many players of servers give is worth at most. */
  worthOf(
    given: readonly { server: CatalogueServer; changes: readonly Change[]; players: number }[],
  ): Promise<Worth>
  /** How the edits of jobs stand now, by job. */
  countOf(jobIds: readonly string[]): Promise<Map<string, Partial<Record<JobEdit['status'], number>>>>
  /** Edits of a job that have changed something, oldest first, those behind the id `after`. */
  madeBy(
    jobId: string,
    part: { after: string; most: number },
  ): Promise<{ id: string; uId: string; serverKey: string }[]>
  /** Whether something of what a job changed still stands, or may stand, as the write sees it. */
  hasStanding(tx: AnyTx, jobId: string): Promise<boolean>
  /** What of each edit of the job can still go back; edits that cannot are missing. */
  undoable(jobId: string, ids: readonly string[]): Promise<Map<string, UndoneEdit & { uId: string }>>
}

export interface BulkEditDeps {
  store: Store<BulkEditTables>
  reach: ReachPort<'data'>
  /** Finds the players of a list. */
  scope: ScopePort
  edits: Edits
  jobs: JobsPort
  /** Lists that were sent as files. */
  files: FilesPort
  /** Told what undos take back; nobody without. */
  rollbacks?: RollbackPort
  nowMs?: () => number
}

/** What the use cases work with. */
export interface UseCaseDeps extends BulkEditDeps {
  nowMs: () => number
}
