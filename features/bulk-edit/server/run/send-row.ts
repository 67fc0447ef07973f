import { applyChanges } from '@qd/protocol-model'
import { GAME_CODES } from '@qd/game-contract'
import { DialError, GameError } from '@qd/game-contract/adapter'
import { changedNothing, neverHappened } from '@qd/server-kit'
import type { RowOutcome } from '@qd/server-kit'
import { findNormalised, rowVerdicts, statusOf } from '@qd/player-edit'
import { askPatiently, awayWhy, waitFor } from '../preview/ask-patiently.ts'
import type { Edits } from '../bulk-edit-deps.ts'
import type { BulkRun, ChunkRow } from '../list/chunk.ts'

const failed = (code: string, msg: string): RowOutcome => ({ status: 'failed', code, msg })

function refusalOf({ code, msg }: GameError, text: BulkRun['text']): RowOutcome {
  if (code === GAME_CODES.versionConflict) return failed('edit_conflict', text('bulk.stop.conflict'))
  if (code === GAME_CODES.unknownPlayer) return failed('player_not_found', text('bulk.stop.player_not_found'))
  return failed('edit_refused', msg === '' ? text('bulk.stop.refused') : msg)
}

/** What reading back would show, worked out of the change list the game answered with. */
function writtenOf(item: ChunkRow, applied: readonly number[]): unknown[] {
  const { data, reply, server, edit } = item
  const changes = edit?.changes ?? []
  const asked = changes.map(({ value }) => value ?? null)
  if (data === undefined || reply === undefined) return asked
  const after = applyChanges(data, reply.c, server.protocol)
  if (after.errors.length > 0) return asked
  const stored = new Map(
    findNormalised(server.protocol, after.data, changes, applied).map((row) => [row.index, row.stored]),
  )
  return asked.map((value, index) => (stored.has(index) ? stored.get(index) : value))
}

function settled(item: ChunkRow, run: BulkRun): void {
  const { edit, reply } = item
  if (edit === undefined || reply === undefined) return
  const results = rowVerdicts(reply.results, edit.changes.length, run.text)
  const status = statusOf(results)
  const applied = results.filter((row) => row.status === 0).map(({ index }) => index)
  const refused = results.find((row) => row.status !== 0)
  item.edit = {
    ...edit,
    status,
    results,
    written: writtenOf(item, applied),
    versionAfter: reply.version,
  }
  const msg = refused === undefined || refused.msg === '' ? run.text('bulk.stop.refused') : refused.msg
  if (status === 'applied') item.outcome = { status: 'done' }
  else if (status === 'refused') item.outcome = failed('edit_refused', msg)
  else item.outcome = failed('edit_partly', run.text('bulk.stop.partly', { done: applied.length, msg }))
}

function settleRefusal(item: ChunkRow, run: BulkRun, error: GameError): void {
  const { edit } = item
  if (edit === undefined) return
  const outcome = refusalOf(error, run.text)
  const code = String(error.code ?? outcome.code)
  const results = edit.changes.map((_, index) => ({ index, status: 422, code, msg: outcome.msg ?? '' }))
  item.edit = { ...edit, status: 'refused', results, written: [] }
  item.outcome = outcome
}

/** The server went away while it was asked: nobody knows whether it had heard. */
const isCut = ({ cause }: GameError): boolean => cause instanceof DialError && cause.fault === 'cut'

/**
 * What an edit comes to that got no answer. A server that went away is asked once more under the same key when it
 * is back, but not for ever: an edit that brings it down must be seen by somebody.
 */
function unanswered(item: ChunkRow, run: BulkRun, error: GameError): RowOutcome {
  const away = awayWhy(error)
  const wait = (why: 'server_down' | 'maintenance') => waitFor(why, item.player.server, run.text)
  if (away !== null) return item.isTakenUp === true ? { ...wait(away), isSent: true } : wait(away)
  if (isCut(error) && item.isTakenUp !== true) return { ...wait('server_down'), isSent: true }
  return { status: 'unknown', code: 'edit_unknown', msg: run.text('bulk.stop.unknown') }
}

/** Sends one stored edit under its own id; sent again it still happens once. */
export async function sendRow(edits: Edits, item: ChunkRow, run: BulkRun): Promise<void> {
  const { edit, server } = item
  if (edit === undefined) return
  const { data, target } = server.reached
  const request = { ...edits.requestOf(edit), idempotencyKey: edit.id }
  try {
    // Without the job's signal: a job that is stopped must not make outcomes unknown.
    item.reply = await askPatiently(() => data.change(target, request), new AbortController().signal)
    settled(item, run)
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    const isCertain = item.isTakenUp === true ? neverHappened(error) : changedNothing(error)
    if (awayWhy(error) === null && isCertain) settleRefusal(item, run, error)
    else item.outcome = unanswered(item, run, error)
  }
}
