import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Words } from '@qd/contract-kit'
import type { ApprovalCall, ApprovedRun, Caller, CallEnd, StoredCall } from '@qd/server-kit'
import { approvedRunId } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { AnyTx, Lease } from '@qd/store'
import type { Kysely } from 'kysely'
import { approvalErrors } from '../../contract/index.ts'
import type { ApprovalTables, StoredRequest, StoredRevision } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findRow, revisionsOf, votesOf } from '../request/find-request.ts'
import { publishMove } from '../request/move-request.ts'
import { paramOf } from '../request/notices.ts'
import { refuseVetoed } from '../request/refuse-vetoed.ts'
import { inputPlace } from '../request/submit-request.ts'
import { errorWords, languageFrom, say } from '../words.ts'
import { checkApprovers } from './check-approvers.ts'
import { endExecution } from './end-execution.ts'

interface Running {
  deps: UseCaseDeps
  request: StoredRequest
  revision: StoredRevision
  lease: Lease
  signal: AbortSignal
}

const changed = () => new AppError(approvalErrors.approval_state_changed)

/** Sets a mark of the execution in whose name this node works; throws where it was stopped, or another node has it. */
async function mark(tx: AnyTx, { request, lease }: Running, marks: Partial<StoredRequest>): Promise<void> {
  await lease.confirm(tx)
  const db: Kysely<ApprovalTables> = tx
  const marked = await db
    .updateTable('approval_request')
    .set(marks)
    .where('id', '=', request.id)
    .where('execution', '=', 'executing')
    .where('hash', '=', request.hash)
    .where('is_stopping', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (marked === undefined) throw changed()
}

/** Throws where something it is based on is no longer what was looked at. */
function checkBases({ deps, request, revision }: Running, now: ApprovalCall): void {
  const bases = parseJsonText(revision.bases) as { key: string; label: Words; version: string }[]
  for (const { key, label, version } of bases) {
    if (now.facts.bases.find((each) => each.key === key)?.version === version) continue
    const told = paramOf(label)
    // A text of the console is said to each reader in their own language.
    const isSaid = typeof told === 'object' && 'texts' in told
    const what = isSaid ? say(deps, label, languageFrom(request.lang)) : told
    throw new AppError(coreErrors.approval_base_changed, { params: { what } })
  }
}

function runOf(running: Running): ApprovedRun {
  const { deps, request } = running
  return {
    note: {
      approval: request.id,
      approvalNumber: request.number,
      approvalHash: request.hash,
      ...(request.is_override === 1 ? { isOverride: true } : {}),
    },
    async check(now) {
      if (now.hash !== request.hash) throw new AppError(coreErrors.approval_hash_changed)
      // A try before this one may have done what changes them.
      if (request.has_begun === 0) checkBases(running, now)
      await deps.store.write((tx) => mark(tx, running, { has_begun: 1 }))
    },
    committed: (tx) => mark(tx, running, { has_written: 1 }),
  }
}

async function ownerOf({ deps, request }: Running): Promise<Caller> {
  const { owner_id: id, owner_token: token } = request
  const owner = await (token === null ? deps.callers.of(id) : deps.callers.ofToken(token))
  if (owner?.userId !== id) throw new AppError(approvalErrors.approval_author_gone)
  // A token's job belongs to the token.
  return token === null ? { ...owner, sessionId: `approval:${request.id}` } : owner
}

async function storedOf({ deps, request, revision }: Running): Promise<StoredCall> {
  const { revision: number } = revision
  const parts = await deps.store.read
    .selectFrom('approval_text')
    .select('body')
    .where('request_id', '=', request.id)
    .where('revision', '=', number)
    .orderBy('part')
    .execute()
  const input = deps.secretBox.open(revision.input, inputPlace(request.id, number))
  return {
    route: request.route,
    input: parseJsonText(input) as StoredCall['input'],
    text: parts.map(({ body }) => body).join(''),
    reason: request.reason,
  }
}

const keyOf = ({ input }: StoredCall): string | null => {
  const key = input.body?.['idempotencyKey']
  return typeof key === 'string' ? key : null
}

/** Runs the stored call in the author's name, with their rights of now. */
async function runStored(running: Running): Promise<CallEnd> {
  const { deps, request, signal } = running
  const stored = await storedOf(running)
  // It was written and then cut off: what has no key of its own is not done twice.
  if (request.has_written === 1 && keyOf(stored) === null) return { state: 'succeeded' }
  if (deps.calls().routeOf(request.route) === null) throw new AppError(approvalErrors.approval_route_gone)
  // Of somebody else's request, since this one was approved.
  await refuseVetoed(deps, request.content_hash)
  if (request.is_override === 0) await checkApprovers(deps, request, await votesOf(deps, request.id))
  const caller = await ownerOf(running)
  const lang = languageFrom(request.lang)
  const by = { caller, lang, requestId: approvedRunId(request.id), address: '', signal }
  return deps.calls().execute(stored, by, runOf(running))
}

/** A job goes on by itself; the request ends with it. */
async function followJob({ deps, request, lease }: Running, jobId: string): Promise<void> {
  await deps.store.write(async (tx) => {
    await lease.confirm(tx)
    await tx
      .updateTable('approval_request')
      .set({ job_id: jobId, run_words: JSON.stringify({ key: 'approvals.run.startedJob' }) })
      .where('id', '=', request.id)
      .where('execution', '=', 'executing')
      .execute()
    publishMove(tx, request)
  })
  const now = await findRow(deps, request.id)
  if (now?.is_stopping === 1) await deps.jobs.cancel(jobId, now.owner_id)
}

/** The job that a node started which was gone before it could say so. */
async function jobBefore(running: Running): Promise<string | null> {
  const { deps, request } = running
  const key = request.has_written === 1 ? keyOf(await storedOf(running)) : null
  return key === null ? null : deps.jobs.startedWith(request.owner_id, key)
}

async function failed(running: Running, error: unknown): Promise<void> {
  const { deps, request, lease, signal } = running
  // The database is away, another node took over, or this one stops: tried again, here or there.
  if (isStoreError(error) || signal.aborted) throw error
  const now = (await findRow(deps, request.id)) ?? request
  if (now.is_stopping === 1) {
    const jobId = await jobBefore({ ...running, request: now })
    if (jobId !== null) return followJob(running, jobId)
    return endExecution(
      deps,
      now,
      { as: 'cancelled', code: '', words: { key: 'approvals.run.stopped' } },
      lease,
    )
  }
  if (!(error instanceof AppError)) {
    deps.log.error({ err: error, approvalId: request.id }, 'an approved call failed by a fault')
  }
  const known = error instanceof AppError ? error : new AppError(coreErrors.internal)
  const words = errorWords(deps, known, languageFrom(request.lang))
  return endExecution(deps, now, { as: 'failed', code: known.def.code, words }, lease)
}

/** Executes a request whose lease this node holds; begun again after a crash it does nothing twice. */
export async function execute(
  deps: UseCaseDeps,
  id: string,
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const request = await findRow(deps, id)
  if (request?.execution !== 'executing' || request.job_id !== null) return
  const revision = (await revisionsOf(deps, id)).find((each) => each.revision === request.revision)
  if (revision === undefined) throw new Error(`the request ${id} has lost its revision`)
  const running = { deps, request, revision, lease, signal: AbortSignal.any([lease.signal, stopping]) }
  if (request.is_stopping === 1 && request.has_written === 0) {
    const words = { key: 'approvals.run.stopped' }
    return endExecution(deps, request, { as: 'cancelled', code: '', words }, lease)
  }
  try {
    const { state, jobId, message, made = [] } = await runStored(running)
    if (jobId !== undefined) return await followJob(running, jobId)
    const now = (await findRow(deps, id)) ?? request
    const words = message ?? { key: 'approvals.run.done' }
    return await endExecution(deps, now, { as: state, code: '', words, made }, lease)
  } catch (error) {
    return failed(running, error)
  }
}
