import type { Caller, CatalogueServer, ReachedServer } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { JobEdit } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { countJobItems } from '../commit/count-items.ts'
import type { MadeEdit } from '../commit/count-items.ts'
import { askGame } from '../reading/game-failure.ts'
import { jobRequest } from './job-edit-row.ts'
import {
  countJobEdits,
  editsOfEffects,
  forgetJobEdits,
  madeByJob,
  openJobEdits,
  settleJobEdits,
  undoableOfJob,
} from './job-edit-store.ts'
import { hasStandingEdits } from '../undo/mark-undone.ts'
import { onlinePoliciesOf } from '../reading/online-policies.ts'
import { publishEditWith } from '../live/player-topic.ts'
import type { PlayerEditEvent } from '../live/player-topic.ts'
import { readModules } from '../reading/read-modules.ts'

/** For features whose jobs change many players: reading as the editor does, and edits in the players' history. */
export function createJobEditsPort(deps: UseCaseDeps) {
  const { store, protocols, limits } = deps
  return {
    protocolOf: (server: CatalogueServer) => protocols.known(server),
    limitsOf: (server: CatalogueServer) => limits.of(server),
    policiesOf: (reached: ReachedServer<never>) => onlinePoliciesOf(reached),
    read: readModules,
    ask: askGame,
    requestOf: jobRequest,
    standing: (effectKeys: readonly string[]) => editsOfEffects(store, effectKeys),
    open: (edits: readonly JobEdit[]) => openJobEdits(store, edits),
    settle: (tx: AnyTx, edits: readonly JobEdit[]) => settleJobEdits(tx, edits),
    forget: (tx: AnyTx, ids: readonly string[]) => forgetJobEdits(tx, ids),
    /** Tells open editors of the player, if and when the write commits. */
    publish(tx: AnyTx, edit: JobEdit, news: Pick<PlayerEditEvent, 'actor' | 'c'>) {
      const event = { ...news, editId: edit.id, at: edit.at, version: edit.versionAfter }
      publishEditWith(store.broadcast, tx, edit, event)
    },
    countItems: (edits: readonly MadeEdit[], job: { caller: Caller; jobId: string; key: string }) =>
      countJobItems(deps, edits, job),
    countOf: (jobIds: readonly string[]) => countJobEdits(store, jobIds),
    madeBy: (jobId: string, part: { after: string; most: number }) => madeByJob(store, jobId, part),
    hasStanding: (tx: AnyTx, jobId: string) => hasStandingEdits(tx, jobId),
    undoable: (jobId: string, ids: readonly string[]) => undoableOfJob(store, jobId, ids),
  }
}

export type JobEditsPort = ReturnType<typeof createJobEditsPort>
