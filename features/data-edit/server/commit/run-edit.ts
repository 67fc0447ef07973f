import { createHash } from 'node:crypto'
import { AppError, coreErrors } from '@qd/contract-kit'
import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import { uuidv7 } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'
import type { CommitReply } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { EditCall, EditOrder, GameRequest, OpenEdit, Ticket } from './edit-order.ts'
import { changesOf, undoIndexesOf } from '../history/edit-row.ts'
import { countWithin } from '../items/count-edit.ts'
import { useKeyOf } from '../items/given-by-changes.ts'
import { findRequest, openEdit } from './edit-store.ts'
import { sendEdit } from './send-edit.ts'
import type { EditRequestRow } from '../tables.ts'

export type RunEdit = (call: EditCall, prepare: () => Promise<EditOrder>) => Promise<CommitReply>

export function ticketOf(userId: string, key: string, meant: unknown): Ticket {
  const bodyHash = createHash('sha256').update(canonicalJson(meant)).digest('hex')
  return { userId, key, bodyHash }
}

const keyTaken = () => new AppError(coreErrors.idempotency_conflict, { field: 'idempotencyKey' })

function requestOf(
  { caller, requestId, player }: EditCall,
  order: EditOrder,
  protocolMd5: string,
): GameRequest {
  const { version, onlinePolicy, reason } = order
  const operator = { opId: caller.userId, user: caller.username, reason, requestId }
  return { uId: player.uId, version, changes: order.changes, protocolMd5, onlinePolicy, operator }
}

/** Opens the edit; null when a copy of this call got there first, on another node say. */
async function begin(deps: UseCaseDeps, call: EditCall, order: EditOrder): Promise<OpenEdit | null> {
  const { caller, player, ticket } = call
  const { md5 } = await deps.protocols.known(player.server)
  const request = requestOf(call, order, md5)
  const editId = uuidv7(deps.nowMs())
  const edit = {
    id: editId,
    game: player.server.game,
    u_id: player.uId,
    server_key: player.server.key,
    actor_id: caller.userId,
    actor: caller.username,
    at: deps.nowMs(),
    reason: order.reason,
    undo_of: order.undo?.of ?? null,
    undo_indexes: JSON.stringify(order.undo?.indexes ?? []),
    changes: JSON.stringify(order.changes),
    version_before: order.version,
    run_id: order.runId ?? null,
  }
  const claim = {
    user_id: ticket.userId,
    key: ticket.key,
    body_hash: ticket.bodyHash,
    request: JSON.stringify(request),
  }
  const kind = order.runId === undefined ? ('edit' as const) : ('function' as const)
  const count = await countWithin(deps, order, { caller, player, kind, about: editId, reader: call })
  if (!(await openEdit(deps.store, edit, claim, count))) return null
  const useKey = useKeyOf({ id: editId, use_key: null })
  return {
    editId,
    ticket,
    player,
    request,
    changes: order.changes,
    undo: order.undo,
    useKey,
    isAskedAgain: false,
  }
}

/** The edit behind a key that has no answer yet. */
async function reopen(deps: UseCaseDeps, call: EditCall, known: EditRequestRow): Promise<OpenEdit> {
  const row = await deps.store.read
    .selectFrom('player_edit')
    .select(['id', 'changes', 'undo_of', 'undo_indexes', 'use_key'])
    .where('id', '=', known.edit_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(dataEditErrors.edit_not_found)
  const undo = row.undo_of === null ? undefined : { of: row.undo_of, indexes: undoIndexesOf(row) }
  const request = parseJsonText(known.request) as GameRequest
  const { ticket, player } = call
  const changes = changesOf(row)
  const useKey = useKeyOf(row)
  return { editId: known.edit_id, ticket, player, request, changes, undo, useKey, isAskedAgain: true }
}

async function goOn(deps: UseCaseDeps, call: EditCall, known: EditRequestRow): Promise<CommitReply> {
  if (known.body_hash !== call.ticket.bodyHash) throw keyTaken()
  if (known.answer !== null) return { ...(parseJsonText(known.answer) as CommitReply), replayed: true }
  const reached = await deps.reach.reach(call.player.server)
  const answer = await sendEdit(deps, call, await reopen(deps, call, known), reached)
  return { ...answer, replayed: true }
}

/**
 * Runs an edit once per user and key. Copies at the same time share one run; a copy after a crash or a
 * time-out asks the game again with the same words and the same key.
 */
export function createRunEdit(deps: UseCaseDeps): RunEdit {
  const running = new Map<string, { bodyHash: string; answer: Promise<CommitReply> }>()

  async function run(call: EditCall, prepare: () => Promise<EditOrder>): Promise<CommitReply> {
    const known = await findRequest(deps.store, call.ticket)
    if (known !== undefined) return goOn(deps, call, known)
    const order = await prepare()
    // Reached before the edit is opened: a server out of reach must not leave an unknown one behind.
    const reached = await deps.reach.reach(call.player.server)
    const opened = await begin(deps, call, order)
    if (opened !== null) return sendEdit(deps, call, opened, reached)
    const other = await findRequest(deps.store, call.ticket)
    if (other === undefined) throw new AppError(coreErrors.conflict)
    return goOn(deps, call, other)
  }

  return async (call, prepare) => {
    const { userId, key, bodyHash } = call.ticket
    const name = `${userId} ${key}`
    const twin = running.get(name)
    if (twin !== undefined) {
      if (twin.bodyHash !== bodyHash) throw keyTaken()
      return { ...(await twin.answer), replayed: true }
    }
    const answer = run(call, prepare)
    running.set(name, { bodyHash, answer })
    try {
      return await answer
    } finally {
      running.delete(name)
    }
  }
}
