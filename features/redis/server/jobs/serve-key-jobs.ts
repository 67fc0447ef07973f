import { hash } from 'node:crypto'
import { AppError, coreErrors, fieldInvalid } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { serve, serveJob } from '@qd/server-kit'
import type { CallContext, CataloguePlace, JobOrder, ServedJob, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { KeyAction, KeySelection, startKeysJob } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import { reachesRedis } from '../guard/redis-rights.ts'
import { placeOfLine } from '../connections/connection-view.ts'
import type { DatabaseRef } from '../guard/databases.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { nameOfCopy } from './copy-key.ts'
import type { CopyAction } from './copy-key.ts'
import type { KeyJobDeps } from './key-job-deps.ts'
import { keysRunner, nameOfKey } from './keys-runner.ts'
import { previewOf } from './preview-keys.ts'

type Input = RouteInput<typeof startKeysJob>

const readOnly = () => new AppError(contract.redisErrors.redis_read_only)

/** Opens a database that the caller may write to. */
export async function writable(
  { databases }: Pick<KeyJobDeps, 'databases'>,
  { caller, place }: { caller: CallContext['caller']; place: CataloguePlace },
  ref: DatabaseRef,
): Promise<RedisDatabase> {
  const database = await databases.of({ caller, place }, ref)
  if (!database.mayEdit()) throw readOnly()
  return database
}

/** A name is for one key: several would overwrite each other. */
function assertName({ name }: CopyAction, selection: KeySelection): void {
  if (name === undefined || (selection.kind === 'keys' && selection.keys.length === 1)) return
  throw fieldInvalid('action.name')
}

/** Whether a copy would have the name of what it is copied from. */
function staysOnItself(action: CopyAction, selection: KeySelection): boolean {
  const [key] =
    selection.kind === 'keys' ? selection.keys : [selection.kind === 'prefix' ? selection.prefix : '']
  const from = bufferOf(key ?? '')
  return nameOfCopy(from, action, selection).equals(from)
}

/** The place keys go to, where the caller has to hold the same right, and what weighs as much there. */
async function assertTarget(
  deps: KeyJobDeps,
  { action, ...body }: Input['body'],
  ctx: CallContext,
): Promise<void> {
  if (action.kind !== 'copy' && action.kind !== 'move') return
  const { to } = action
  assertName(action, body.selection)
  const line = deps.catalogue().lineById.get(to.lineId)
  const place = line === undefined ? null : placeOfLine(line)
  if (place === null || !reachesRedis({ caller: ctx.caller, place }, [], contract.editRedis)) {
    throw new AppError(coreErrors.scope_forbidden, { field: 'action.to.lineId' })
  }
  const isSame = to.connectionId === body.connectionId && to.db === body.db && to.lineId === body.lineId
  if (isSame && staysOnItself(action, body.selection)) {
    const field = action.name === undefined ? 'action.prefix' : 'action.name'
    throw new AppError(contract.redisErrors.redis_copy_onto_itself, { field })
  }
  const target = await writable(deps, { caller: ctx.caller, place }, to)
  if (place.environment !== 'production' || ctx.place.environment === 'production') return
  await ctx.confirm({ risk: 'R3', place, targetName: target.connection.name })
}

/** The rows of a job on keys: named ones, or where the others are looked for. */
export function rowsOf(selection: KeySelection, expected: number): JobOrder<typeof contract.keysJob>['rows'] {
  if (selection.kind !== 'keys') {
    return { from: { selection }, digest: hash('sha256', JSON.stringify(selection)), expected }
  }
  return selection.keys.map((key) => ({ key: nameOfKey(bufferOf(key)), input: { key } }))
}

/** What a job keeps of its selection: named keys are its rows already. */
export const keptSelection = (selection: KeySelection) =>
  selection.kind === 'keys' ? { kind: 'keys' as const } : selection

async function start(
  deps: KeyJobDeps,
  { body }: Input,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof startKeysJob>> {
  const { lineId, connectionId, db, action, idempotencyKey, reason } = body
  // Jobs go by the place alone: who may change some keys there starts none.
  if (!ctx.holds(contract.editRedis)) throw new AppError(coreErrors.forbidden)
  // A copy only reads here.
  const database = await (action.kind === 'copy' ? deps.databases.of(ctx, body) : writable(deps, ctx, body))
  await assertTarget(deps, body, ctx)
  const before = await deps.jobs.startedWith(ctx.caller, idempotencyKey)
  const keys = before?.rows ?? (await countOf(deps, database, body.selection, ctx))
  const started = await deps.jobs.start(ctx, {
    job: contract.keysJob,
    params: { lineId, connectionId, db, action, selection: keptSelection(body.selection) },
    rows: rowsOf(body.selection, keys),
    title: titleOf(action, database),
    reason,
    idempotencyKey,
  })
  return { ...started, keys }
}

function titleOf({ kind }: KeyAction, { connection, db }: RedisDatabase) {
  return { key: `redis.job.title.${kind}`, params: { connection: connection.name, db } }
}

/** How many keys a job would work on; none, and more than one may have, are refused. */
export async function countOf(
  deps: Pick<KeyJobDeps, 'keep' | 'budgets'>,
  database: RedisDatabase,
  selection: KeySelection,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<number> {
  const at = { database, budgets: deps.budgets, signal }
  const { keys } = await previewOf(at, selection, deps.keep !== undefined)
  const { keys: limit } = contract.KEY_JOB_LIMITS
  if (keys > limit) {
    throw new AppError(contract.redisErrors.redis_too_many_keys, {
      field: 'selection',
      params: { keys, limit },
    })
  }
  if (keys === 0) throw new AppError(contract.redisErrors.redis_no_keys, { field: 'selection' })
  return keys
}

async function flush(
  { databases }: KeyJobDeps,
  { body }: RouteInput<typeof contract.flushDatabase>,
  ctx: CallContext,
): Promise<{ keys: number }> {
  const database = await databases.of(ctx, body)
  const { name } = database.connection
  // The gate asks for the name in production only; here it is asked for everywhere.
  if (body.confirm !== name) {
    throw new AppError(coreErrors.confirm_required, {
      field: 'confirm',
      params: { expected: name },
      details: { risk: 'R4', expected: name },
    })
  }
  let keys = 0
  for (const node of database.masters()) {
    keys += Number(await database.run(['DBSIZE'], { node, signal: ctx.signal }))
    await database.run(['FLUSHDB', 'ASYNC'], { node, signal: ctx.signal })
  }
  ctx.note({ keys })
  return { keys }
}

/** Work on many keys, and the emptying of a database. */
export function serveKeyJobs(deps: KeyJobDeps): { routes: ServedRoute[]; jobs: ServedJob[] } {
  const nameOf = async ({ body }: { body: DatabaseRef }, ctx: CallContext): Promise<string> =>
    (await deps.databases.of(ctx, body)).connection.name
  return {
    routes: [
      serve(contract.previewKeys, async ({ body }, ctx) => {
        const database = await deps.databases.of(ctx, body)
        const at = { database, budgets: deps.budgets, signal: ctx.signal }
        return previewOf(at, body.selection, deps.keep !== undefined)
      }),
      serve(contract.startKeysJob, {
        effect: 'store',
        targetName: nameOf,
        handle: (input, ctx) => start(deps, input, ctx),
      }),
      serve(contract.flushDatabase, {
        targetName: nameOf,
        handle: (input, ctx) => flush(deps, input, ctx),
      }),
    ],
    jobs: [serveJob(contract.keysJob, keysRunner(deps))],
  }
}
