import { placeFacts, readPath, equalValues } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { wireChanges } from '@qd/player-edit'
import type { CommitReply, Edit } from '../../contract/index.ts'

/** What became of the last commit. */
export interface Outcome {
  editId: string
  /** As the history has them, newest first: several where the changes were too many for one. */
  edits: readonly Edit[]
  /** Under which the audit has the newest of them. */
  requestId: string
  applied: number
  refused: number
  /** Values the server stored differently from what was asked, with their place. */
  normalised: { place: string; asked: unknown; stored: unknown }[]
  isReplayed: boolean
  /** The values were read again after the commit and compared. */
  isReadBack: boolean
  /** Commits made and planned, where the changes were too many for one. */
  parts: { done: number; count: number } | null
}

export interface CommitAnswer {
  reply: CommitReply
  requestId: string
  /** Who committed, and why. */
  actor: string
  reason: string
  base: PlayerData
  placeText: (change: Change) => string
}

/** The edit as the history will list it. */
function editOf(sent: readonly Change[], versionBefore: string, answer: CommitAnswer): Edit {
  const { reply, actor, reason } = answer
  const made = reply.results.filter(({ status }) => status === 0).length
  return {
    id: reply.editId,
    at: Date.now(),
    actor,
    reason,
    status: made === 0 ? 'refused' : made < sent.length ? 'partly' : 'applied',
    undoOf: null,
    jobId: null,
    changes: wireChanges(sent),
    results: reply.results,
    versionBefore,
    versionAfter: reply.version,
  }
}

/** What one commit, or one part of a large one, has done. */
export function outcomeOf(sent: readonly Change[], versionBefore: string, answer: CommitAnswer): Outcome {
  const { reply, placeText } = answer
  const refused = reply.results.filter(({ status }) => status !== 0).length
  return {
    editId: reply.editId,
    edits: [editOf(sent, versionBefore, answer)],
    requestId: answer.requestId,
    applied: sent.length - refused,
    refused,
    normalised: reply.normalised.flatMap(({ index, asked, stored }) => {
      const change = sent[index]
      return change ? [{ place: placeText(change), asked, stored }] : []
    }),
    isReplayed: reply.replayed === true,
    isReadBack: reply.isReadBack,
    parts: null,
  }
}

/** The same together with the parts before it. */
export function joined(before: Outcome | null, now: Outcome, parts: Outcome['parts']): Outcome {
  if (before === null) return { ...now, parts }
  return {
    ...now,
    edits: [...now.edits, ...before.edits],
    applied: before.applied + now.applied,
    refused: before.refused + now.refused,
    normalised: [...before.normalised, ...now.normalised],
    isReplayed: before.isReplayed || now.isReplayed,
    isReadBack: before.isReadBack && now.isReadBack,
    parts,
  }
}

/** The changes of an edit that took effect. */
function madeOf({ changes, results }: Edit): readonly Change[] {
  const refused = new Set(results.filter(({ status }) => status !== 0).map(({ index }) => index))
  return changes.filter((_change, index) => !refused.has(index))
}

/** Whether all it has made stands again as it was before: there is nothing left to undo. */
export function isTakenBack({ edits }: Outcome, protocol: ProtocolDefinition, base: PlayerData): boolean {
  return edits.flatMap(madeOf).every((change) => {
    const netKey = placeFacts(protocol, change).info?.netKey ?? change.diff
    const path = [netKey, ...(change.key === undefined ? [] : [change.key]), ...change.path]
    return equalValues(readPath(base, path), change.old)
  })
}
