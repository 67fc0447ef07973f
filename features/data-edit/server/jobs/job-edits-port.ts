import type { CatalogueServer, GivenBack, ReachedServer } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { JobEdit } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { backsOf } from '../items/count-edit.ts'
import { countableEdits } from '../items/count-job-edits.ts'
import type { JobGiving, PlacedEdit } from '../items/count-job-edits.ts'
import { useKeyOf } from '../items/given-by-changes.ts'
import { worthOfChanges } from '../items/worth-of-changes.ts'
import type { GivenThere } from '../items/worth-of-changes.ts'
import { askGame } from '../reading/game-failure.ts'
import { jobRequest } from './job-edit-row.ts'
import {
  countJobEdits,
  endJobEdits,
  editsOfEffects,
  madeByJob,
  openJobEdits,
  undoableOfJob,
} from './job-edit-store.ts'
import type { EndedEdits } from './job-edit-store.ts'
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
    open: async (edits: readonly PlacedEdit[], job: JobGiving) =>
      openJobEdits(store, await countableEdits(deps, edits, job)),
    /** What is given back where edits have ended so, by id; `end` takes it. */
    backsOf: (edits: readonly PlacedEdit[]) =>
      backsOf(
        deps,
        edits.map(({ edit, server }) => {
          const useKey = useKeyOf({ id: edit.id, use_key: edit.useKey ?? null })
          return { ...edit, server, useKey }
        }),
      ),
    async end(tx: AnyTx, ended: EndedEdits, backs: ReadonlyMap<string, readonly GivenBack[]>) {
      const ids = await endJobEdits(tx, ended)
      await deps.items?.limits.giveBack(
        tx,
        ids.flatMap((id) => backs.get(id) ?? []),
      )
    },
    /** Tells open editors of the player, if and when the write commits. */
    publish(tx: AnyTx, edit: JobEdit, news: Pick<PlayerEditEvent, 'actor' | 'c'>) {
      const event = { ...news, editId: edit.id, at: edit.at, version: edit.versionAfter }
      publishEditWith(store.broadcast, tx, edit, event)
    },
    worthOf: (given: readonly GivenThere[]) => worthOfChanges(deps, given),
    countOf: (jobIds: readonly string[]) => countJobEdits(store, jobIds),
    madeBy: (jobId: string, part: { after: string; most: number }) => madeByJob(store, jobId, part),
    hasStanding: (tx: AnyTx, jobId: string) => hasStandingEdits(tx, jobId),
    undoable: (jobId: string, ids: readonly string[]) => undoableOfJob(store, jobId, ids),
  }
}

export type JobEditsPort = ReturnType<typeof createJobEditsPort>
