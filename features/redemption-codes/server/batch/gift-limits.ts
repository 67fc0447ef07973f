import { AppError } from '@qd/contract-kit'
import type { Excess } from '@qd/item-limits'
import type { Caller, LimitedUse } from '@qd/server-kit'
import { codesErrors } from '../../contract/index.ts'
import type { GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { linesOf } from './gift-facts.ts'
import { weighedUsesOf } from './most-uses.ts'

type Limits = Pick<UseCaseDeps, 'limits' | 'nowMs' | 'store'>

/** What a batch gives on one of its lines: all of it may be redeemed there. */
function useOn({ nowMs }: Limits, caller: Caller, row: BatchRow, lineId: string): LimitedUse {
  const { id, gift, valid_from: validFrom } = row
  return {
    kind: 'code',
    gifts: [{ entries: JSON.parse(gift) as GiftEntry[], to: { unnamed: weighedUsesOf(row) } }],
    lineId,
    person: { id: caller.personId ?? caller.userId, name: caller.name },
    about: `code-batch:${id}`,
    ...(validFrom !== null && validFrom > nowMs() ? { atMs: validFrom } : {}),
  }
}

/** With the revision in it a draft that is changed after a crash has a key of its own. */
const keyOf = ({ id, revision }: BatchRow, lineId: string) => `codes:${id}:${revision}:${lineId}`

function refuse(excess: readonly Excess[], lineId: string): void {
  if (excess.length === 0) return
  const items = excess
    .map(
      ({ number, used, asked, limit, kind }) =>
        `${number}: ${BigInt(used) + BigInt(asked)} > ${limit} (${kind})`,
    )
    .join(', ')
  throw new AppError(codesErrors.code_gift_over_limit, { field: 'gift', params: { items, lineId } })
}

/** Throws where the gift goes beyond an upper limit of a line now. */
export async function assertWithinLimits(deps: Limits, caller: Caller, row: BatchRow): Promise<void> {
  for (const lineId of linesOf(row)) refuse(await deps.limits.check(useOn(deps, caller, row, lineId)), lineId)
}

/** Takes what was counted for the batch back: its release did not happen. */
export async function giveBack({ limits }: Pick<Limits, 'limits'>, row: BatchRow): Promise<void> {
  for (const lineId of linesOf(row)) await limits.release(keyOf(row, lineId))
}

/** Of two who release it at once the second fails, and what the first counted stays. */
async function isDraft({ store }: Limits, { id }: BatchRow): Promise<boolean> {
  const now = await store.read
    .selectFrom('code_batch')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return now === undefined || now.state === 'draft'
}

/** Counts what the batch gives, on all its lines or on none, around what releases it. */
export async function countedRelease<T>(
  deps: Limits,
  caller: Caller,
  row: BatchRow,
  release: () => Promise<T>,
): Promise<T> {
  try {
    for (const lineId of linesOf(row)) {
      const { isReserved, excess } = await deps.limits.reserve(
        useOn(deps, caller, row, lineId),
        keyOf(row, lineId),
      )
      if (!isReserved) refuse(excess, lineId)
    }
    return await release()
  } catch (error) {
    if (error instanceof AppError && (await isDraft(deps, row))) await giveBack(deps, row)
    throw error
  }
}
