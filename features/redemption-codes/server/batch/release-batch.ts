import { normalizeCode } from '@qd/code-alphabet'
import { codesFrom, newSeed } from '@qd/code-alphabet/generate'
import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { codesErrors } from '../../contract/index.ts'
import type { BatchDetail, batchRelease } from '../../contract/index.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { startMaking } from '../generate/start-making.ts'
import { openWord, sealSeed, shapeOf } from './batch-secrets.ts'
import { assertState, changeBatch, findBatch } from './find-batch.ts'
import { giftFacts } from './gift-facts.ts'
import { assertWithinLimits, countedOnLines } from './gift-limits.ts'
import { releaseFacts } from './release-facts.ts'
import { detailOfBatch } from './show-batch.ts'

interface Release {
  seen: BatchRow
  released: Pick<BatchRow, 'released_at' | 'released_by'>
  /** Counts what it gives, within the write that releases it. */
  count: (tx: AnyTx) => Promise<void>
}

async function insertUniversal(
  tx: Kysely<CodeTables>,
  row: BatchRow,
  code: { digest: string; last4: string },
) {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('code')
    .values({ ...code, batch: row.number, n: 0, used: 0, is_void: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError(codesErrors.code_word_taken, { field: 'word' })
}

/** The one code of the batch is there at once. */
async function releaseUniversal(
  deps: UseCaseDeps,
  ctx: CallContext,
  { seen, released, count }: Release,
): Promise<BatchRow> {
  const digestOf = await deps.digest.open()
  const seed = newSeed()
  const [made = ''] = codesFrom(seed, shapeOf(seen), { first: 0, count: 1 })
  const code = seen.word === '' ? made : (normalizeCode(openWord(deps.secretBox, seen)) ?? '')
  const sealed = seen.word === '' ? sealSeed(deps.secretBox, seen.id, seed) : null
  return ctx.commit<CodeTables, BatchRow>(async (tx) => {
    const row = await changeBatch(tx, seen, { ...released, state: 'active', seed: sealed, generated: 1 })
    await insertUniversal(tx, row, { digest: digestOf(code), last4: code.slice(-4) })
    await count(tx)
    return row
  })
}

/** A job makes the codes; the batch changes with the start of it. */
async function releaseMany(
  deps: UseCaseDeps,
  ctx: CallContext,
  { seen, released, count }: Release,
  reason: string,
): Promise<BatchRow> {
  const seed = sealSeed(deps.secretBox, seen.id, newSeed())
  return startMaking(deps, ctx, { seen, to: { ...released, seed }, reason, count })
}

/** From here on nobody edits the batch. */
export async function releaseBatch(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof batchRelease>,
  ctx: CallContext,
): Promise<BatchDetail> {
  const seen = await findBatch(deps.store.read, ctx.place, body.batchId)
  assertState(seen, 'draft')
  if (seen.revision !== body.revision) throw new AppError(codesErrors.code_batch_changed)
  ctx.note({ number: seen.number, name: seen.name, quantity: seen.quantity })
  const given = await giftFacts(deps, seen)
  const giving = { row: seen, items: given }
  await assertWithinLimits(deps, ctx, giving)
  await ctx.approve(releaseFacts(seen, given, deps.catalogue()))
  const released = { released_at: deps.nowMs(), released_by: ctx.caller.username }
  const release = { seen, released, count: await countedOnLines(deps, ctx, giving) }
  const row =
    seen.kind === 'universal'
      ? await releaseUniversal(deps, ctx, release)
      : await releaseMany(deps, ctx, release, body.reason)
  return detailOfBatch(deps, ctx, row)
}
