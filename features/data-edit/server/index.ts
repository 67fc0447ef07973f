import { serve } from '@qd/server-kit'
import type { CallEnd, ServerFeature } from '@qd/server-kit'
import { KEY_LIFETIME_MS } from '@qd/game-contract'
import {
  askEdit,
  checkChanges,
  commitChanges,
  editHistory,
  editSensitive,
  getData,
  latestEdits,
  playerTimeline,
  snapshotDelete,
  snapshotGet,
  snapshotList,
  snapshotTake,
  timelineExport,
  tipProtocol,
  undoEdit,
  undoManyPreview,
  undoPreview,
} from '../contract/index.ts'
import type { CommitReply } from '../contract/index.ts'
import { handleAskEdit } from './commit/ask-edit.ts'
import { handleCheckChanges } from './checking/check-changes.ts'
import { handleCommitChanges } from './commit/commit-changes.ts'
import type { DataEditDeps } from './data-edit-deps.ts'
import { createEditsPort } from './edits-port.ts'
import type { EditsPort } from './edits-port.ts'
import { forgetRequests } from './commit/edit-store.ts'
import { handleGetData } from './reading/get-data.ts'
import { createJobEditsPort } from './jobs/job-edits-port.ts'
import type { JobEditsPort } from './jobs/job-edits-port.ts'
import { handleTimelineExport } from './history/export-timeline.ts'
import { handleLatestEdits } from './history/latest-edits.ts'
import { handleEditHistory } from './history/list-edits.ts'
import { handlePlayerTimeline } from './history/list-timeline.ts'
import { servePlayerPeople } from './live/player-people.ts'
import { servePlayerEdits } from './live/player-topic.ts'
import { createProtocols } from './protocol/protocols.ts'
import { createRunEdit } from './commit/run-edit.ts'
import { handleTipProtocol } from './protocol/show-protocol.ts'
import {
  forgetSnapshots,
  handleSnapshotDelete,
  handleSnapshotGet,
  handleSnapshotList,
  handleSnapshotTake,
} from './snapshots/snapshots.ts'
import { handleUndoEdit, handleUndoManyPreview, handleUndoPreview, weighUndo } from './undo/undo-edit.ts'
import { createUpperLimits } from './reading/upper-limits.ts'
import { weighChanges } from './checking/weigh-changes.ts'

export type { EditContext, EditsPort, EditWish } from './edits-port.ts'
export type { DataEditDeps } from './data-edit-deps.ts'
export { dataEditMigrations } from './migrations.ts'
export type { Player } from './player-of.ts'
export type { DataEditTables } from './tables.ts'

export interface DataEditFeature extends ServerFeature {
  edits: EditsPort
  jobEdits: JobEditsPort
}

/** How an approved edit ended: it can be undone under its own name. */
function endOfEdit({ editId, results }: Pick<CommitReply, 'editId' | 'results'>): CallEnd {
  const isWhole = results.every(({ status }) => status === 0)
  return { state: isWhole ? 'succeeded' : 'partly_failed', made: [`edit:${editId}`] }
}

/** The data editor: definitions, reading, checking, committing, history and undo. */
export function createDataEditFeature(given: DataEditDeps): DataEditFeature {
  const nowMs = given.nowMs ?? Date.now
  const protocols = createProtocols({ store: given.store, reach: given.reach, nowMs })
  const deps = {
    ...given,
    nowMs,
    protocols,
    limits: createUpperLimits({
      reach: given.reach,
      own: given.items?.limits,
      nowMs,
      noteFailure: protocols.noteSilent,
    }),
  }
  const runEdit = createRunEdit(deps)
  return {
    name: 'data-edit',
    edits: createEditsPort(deps, runEdit),
    jobEdits: createJobEditsPort(deps),
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(tipProtocol, (input, ctx) => handleTipProtocol(deps, input, ctx)),
      serve(getData, (input, ctx) => handleGetData(deps, input, ctx)),
      serve(checkChanges, (input, ctx) => handleCheckChanges(deps, input, ctx)),
      serve(commitChanges, {
        raiseRisk: ({ body }, ctx) => weighChanges(deps, body.changes, ctx),
        handle: (input, ctx) => handleCommitChanges(deps, runEdit, input, ctx),
        endOf: endOfEdit,
      }),
      serve(editHistory, (input, ctx) => handleEditHistory(deps, input, ctx)),
      serve(playerTimeline, (input, ctx) => handlePlayerTimeline(deps, input, ctx)),
      serve(timelineExport, (input, ctx) => handleTimelineExport(deps, input, ctx)),
      serve(latestEdits, (input, ctx) => handleLatestEdits(deps, input, ctx)),
      serve(askEdit, (input, ctx) => handleAskEdit(deps, input, ctx)),
      serve(undoPreview, (input, ctx) => handleUndoPreview(deps, input, ctx)),
      serve(undoManyPreview, (input, ctx) => handleUndoManyPreview(deps, input, ctx)),
      serve(undoEdit, {
        raiseRisk: (input, ctx) => weighUndo(deps, input, ctx),
        handle: (input, ctx) => handleUndoEdit(deps, runEdit, input, ctx),
        endOf: endOfEdit,
      }),
      serve(snapshotList, (_input, ctx) => handleSnapshotList(deps, ctx)),
      serve(snapshotGet, (input, ctx) => handleSnapshotGet(deps, input, ctx)),
      serve(snapshotTake, {
        effect: 'store',
        handle: (input, ctx) => handleSnapshotTake(deps, input, ctx),
      }),
      serve(snapshotDelete, {
        effect: 'store',
        handle: (input, ctx) => handleSnapshotDelete(deps, input, ctx),
      }),
    ],
    channels: [servePlayerEdits(given.topics), servePlayerPeople(given.topics)],
    permissions: [editSensitive],
    systemSchedules: [
      {
        name: 'data-edit.retention',
        title: 'data-edit.retention',
        rule: { kind: 'daily', at: '03:30' },
        async run() {
          await forgetRequests(given.store, nowMs() - KEY_LIFETIME_MS)
          await forgetSnapshots(given.store, nowMs())
        },
      },
    ],
  }
}
