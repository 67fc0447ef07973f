import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { codesErrors } from '../../contract/index.ts'
import type { BatchDetail, BatchState, batchMove, codesVoid } from '../../contract/index.ts'
import { digestOfTyped } from '../code-digest.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { startMaking } from '../generate/start-making.ts'
import { stoppedOf } from './batch-standing.ts'
import { assertState, changeBatch, findBatch } from './find-batch.ts'
import { detailOfBatch } from './show-batch.ts'

const FROM: Readonly<Record<'paused' | 'active' | 'ended', readonly BatchState[]>> = {
  paused: ['active'],
  active: ['paused'],
  ended: ['active', 'paused'],
}

export async function moveBatch(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof batchMove>,
  ctx: CallContext,
): Promise<BatchDetail> {
  const seen = await findBatch(deps.store.read, ctx.place, body.batchId)
  // A veto that stopped its making, or came upon it, is not got round.
  if (body.moveTo === 'active' && seen.request_state === 'vetoed')
    throw new AppError(coreErrors.approval_vetoed, { field: 'batchId' })
  if ((await stoppedOf(deps, [seen])).has(seen.id)) {
    if (body.moveTo !== 'active') throw new AppError(codesErrors.code_batch_wrong_state)
    ctx.note({ number: seen.number, name: seen.name, generated: seen.generated })
    return detailOfBatch(deps, ctx, await startMaking(deps, ctx, { seen, to: {}, reason: '' }))
  }
  assertState(seen, ...FROM[body.moveTo])
  const moved = await ctx.commit<CodeTables, BatchRow>((tx) => {
    ctx.changed({ state: seen.state }, { state: body.moveTo })
    return changeBatch(tx, seen, { state: body.moveTo })
  })
  return detailOfBatch(deps, ctx, moved)
}

const VOIDABLE: readonly BatchState[] = ['generating', 'active', 'paused', 'ended']

/** The code stays known as void, so that nobody makes it again. */
async function voidOne(
  deps: UseCaseDeps,
  ctx: CallContext,
  seen: BatchRow,
  typed: string,
): Promise<BatchRow> {
  const digest = digestOfTyped(await deps.digest.open(), typed)
  return ctx.commit<CodeTables, BatchRow>(async (tx) => {
    // The batch first, as redemptions do.
    const row = await changeBatch(tx, seen, {})
    const code = await tx
      .updateTable('code')
      .set({ is_void: 1 })
      .where('digest', '=', digest ?? '')
      .where('batch', '=', seen.number)
      .returning('last4')
      .executeTakeFirst()
    if (code === undefined) throw new AppError(codesErrors.code_not_found, { field: 'code' })
    ctx.note({ number: seen.number, name: seen.name, last4: code.last4 })
    return row
  })
}

export async function voidCodesOf(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof codesVoid>,
  ctx: CallContext,
): Promise<BatchDetail> {
  const seen = await findBatch(deps.store.read, ctx.place, body.batchId)
  assertState(seen, ...VOIDABLE)
  const row =
    body.code === undefined
      ? await ctx.commit<CodeTables, BatchRow>((tx) => {
          ctx.note({ number: seen.number, name: seen.name })
          ctx.changed({ state: seen.state }, { state: 'void' })
          return changeBatch(tx, seen, { state: 'void', seed: null })
        })
      : await voidOne(deps, ctx, seen, body.code)
  return detailOfBatch(deps, ctx, row)
}
