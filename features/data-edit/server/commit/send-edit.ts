import { AppError } from '@qd/contract-kit'
import { conflictDetails, GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { changedNothing, neverHappened } from '@qd/server-kit'
import type { ReachedServer } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import { findConflicts, findNormalised, rowVerdicts, statusOf, touchedBy } from '@qd/player-edit'
import { dataEditErrors } from '../../contract/index.ts'
import type { CommitReply } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { backsOf } from '../items/count-edit.ts'
import type { EditCall, OpenEdit, Settlement } from './edit-order.ts'
import { keepReadBack, settleEdit } from './edit-store.ts'
import { gameFailure } from '../reading/game-failure.ts'
import { publishEdit } from '../live/player-topic.ts'
import { readModules } from '../reading/read-modules.ts'

const touched = ({ player, changes }: OpenEdit) => ({ uId: player.uId, modules: touchedBy(changes) })

/** Records how the edit ended, with what it gives back; false when another call has settled it already. */
async function settle(
  deps: UseCaseDeps,
  edit: OpenEdit,
  settlement: Settlement,
  rolledBack: (tx: AnyTx, what: string) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { editId: id, player, changes, undo, useKey } = edit
  const ended = { ...player, id, changes, undo, useKey, results: settlement.results }
  const backs = [...(await backsOf(deps, [ended])).values()].flat()
  return settleEdit(deps.store, edit, settlement, {
    rolledBack,
    giveBack: async (tx) => deps.items?.limits.giveBack(tx, backs),
  })
}

async function settleRefusal(deps: UseCaseDeps, edit: OpenEdit, error: GameError): Promise<void> {
  const { def } = gameFailure(error, edit.player.uId) as AppError
  const results = edit.changes.map((_, index) => ({
    index,
    status: def.status,
    code: String(error.code ?? def.code),
    msg: error.msg,
  }))
  const refused = { status: 'refused', results, version: '', answer: null } as const
  await settle(deps, edit, refused)
}

/** 409 with loaded, current and mine, read anew; the game's own word where reading fails. */
async function conflictError(
  deps: UseCaseDeps,
  edit: OpenEdit,
  reached: ReachedServer<'data'>,
  cause: GameError,
): Promise<AppError> {
  const { protocol } = await deps.protocols.known(edit.player.server)
  try {
    const { data, version } = await readModules(reached, touched(edit))
    const conflicts = findConflicts(protocol, data, edit.changes)
    if (conflicts.length > 0) {
      return new AppError(dataEditErrors.edit_conflict, { details: { conflicts, version }, cause })
    }
  } catch (error) {
    if (!(error instanceof GameError)) throw error
  }
  const told = conflictDetails.safeParse(cause.details)
  const conflicts = (told.success ? told.data.conflicts : []).flatMap(({ index, current }) => {
    const change = edit.changes[index]
    if (change === undefined) return []
    return [{ index, loaded: change.old ?? null, current: current ?? null, mine: change.value ?? null }]
  })
  const version = edit.request.version
  return new AppError(dataEditErrors.edit_conflict, { details: { conflicts, version }, cause })
}

async function failureOf(
  deps: UseCaseDeps,
  edit: OpenEdit,
  reached: ReachedServer<'data'>,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof GameError)) return error
  const { editId } = edit
  const isCertain = edit.isAskedAgain ? neverHappened(error) : changedNothing(error)
  if (!isCertain) {
    const failure = gameFailure(error, edit.player.uId) as AppError
    const def = error.kind === 'timeout' ? dataEditErrors.edit_unknown : failure.def
    const details = { ...(failure.details as object), editId, outcome: 'unknown' }
    return new AppError(def, { details, params: failure.params, cause: error })
  }
  await settleRefusal(deps, edit, error)
  // Of another definition there is no value to compare: the game's words say it.
  const isOfValues = error.code === GAME_CODES.versionConflict && error.field !== 'protocolMd5'
  if (error.kind === 'refused' && isOfValues) {
    return conflictError(deps, edit, reached, error)
  }
  return gameFailure(error, edit.player.uId)
}

/** Reads the touched modules back; a failed reading leaves the answer as it is, marked so. */
async function readBack(
  deps: UseCaseDeps,
  edit: OpenEdit,
  reached: ReachedServer<'data'>,
  answer: CommitReply,
): Promise<CommitReply> {
  const { protocol } = await deps.protocols.known(edit.player.server)
  try {
    const { data } = await readModules(reached, touched(edit))
    const applied = answer.results.filter(({ status }) => status === 0).map(({ index }) => index)
    const normalised = findNormalised(protocol, data, edit.changes, applied)
    const full = { ...answer, normalised, isReadBack: true }
    const stored = new Map(normalised.map((row) => [row.index, row.stored]))
    const written = edit.changes.map(({ value }, index) =>
      stored.has(index) ? stored.get(index) : (value ?? null),
    )
    await keepReadBack(deps.store, edit, { written, answer: full })
    return full
  } catch (error) {
    if (error instanceof GameError) return answer
    throw error
  }
}

/** Sends an open edit, under its own id as the game's key: sent again, it still happens once. */
export async function sendEdit(
  deps: UseCaseDeps,
  call: EditCall,
  edit: OpenEdit,
  reached: ReachedServer<'data'>,
): Promise<CommitReply> {
  const { editId, player } = edit
  let reply
  try {
    // Without the caller's signal: a client that leaves must not make the outcome unknown.
    reply = await reached.data.change(reached.target, { ...edit.request, idempotencyKey: editId })
  } catch (error) {
    throw await failureOf(deps, edit, reached, error)
  }
  const results = rowVerdicts(reply.results, edit.changes.length, call.text)
  const status = statusOf(results)
  const { version, c } = reply
  const answer = { version, c, results, normalised: [], isReadBack: false, editId }
  const isRefused = status === 'refused'
  const settlement = { status, results, version, answer: isRefused ? null : answer }
  const { caller: by, requestId } = call
  const isFirst = await settle(deps, edit, settlement, async (tx, what) => {
    await deps.rollbacks?.rolledBack(tx, { what, by, requestId })
  })
  if (isRefused) {
    const msg = results.find((row) => row.msg !== '')?.msg ?? ''
    throw new AppError(dataEditErrors.edit_refused, {
      params: { msg },
      details: { refused: results, editId },
    })
  }
  const full = await readBack(deps, edit, reached, answer)
  if (isFirst) {
    const event = { editId, actor: call.caller.username, at: deps.nowMs(), c, version }
    await publishEdit(deps.topics, { game: player.server.game, uId: player.uId }, event)
  }
  return full
}
