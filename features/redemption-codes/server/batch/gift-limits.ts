import { AppError } from '@qd/contract-kit'
import type { Excess } from '@qd/item-limits'
import { excessText } from '@qd/server-kit'
import type { CallContext, Caller, LimitedUse } from '@qd/server-kit'
import { codesErrors } from '../../contract/index.ts'
import type { GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { linesOf, some } from './gift-facts.ts'
import type { GivenItem } from './gift-facts.ts'
import { weighedUsesOf } from './most-uses.ts'

type Limits = Pick<UseCaseDeps, 'limits' | 'nowMs' | 'store' | 'catalogue'>
type Releasing = Pick<CallContext, 'caller' | 'lang' | 'text'>

/** A batch with the items it gives, as players know them. */
interface Giving {
  row: BatchRow
  items: readonly GivenItem[]
}

/** What a batch gives on one of its lines: all of it may be redeemed there. */
function useOn({ nowMs }: Pick<Limits, 'nowMs'>, caller: Caller, row: BatchRow, lineId: string): LimitedUse {
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

interface Refused {
  lineId: string
  items: readonly GivenItem[]
}

function refuse(
  { catalogue }: Limits,
  excess: readonly Excess[],
  { lineId, items }: Refused,
  ctx: Releasing,
): void {
  if (excess.length === 0) return
  const names = new Map(items.map(({ number, item }) => [number, item?.name]))
  const told = excess.map((each) => excessText(each, names.get(each.number), ctx))
  const line = catalogue().lineById.get(lineId)?.name ?? lineId
  throw new AppError(codesErrors.code_gift_over_limit, {
    field: 'gift',
    params: { items: some(told, '; '), line },
  })
}

/** Throws where the gift goes beyond an upper limit of a line now. */
export async function assertWithinLimits(
  deps: Limits,
  ctx: Releasing,
  { row, items }: Giving,
): Promise<void> {
  for (const lineId of linesOf(row))
    refuse(deps, await deps.limits.check(useOn(deps, ctx.caller, row, lineId)), { lineId, items }, ctx)
}

/** Takes what was counted for the batch back: its release did not happen. */
export async function giveBack({ limits }: Pick<Limits, 'limits'>, row: BatchRow): Promise<void> {
  for (const lineId of linesOf(row)) await limits.release(keyOf(row, lineId))
}

/** Of two who release it at once the second fails, and what the first counted stays. */
async function isDraft({ store }: Pick<Limits, 'store'>, { id }: BatchRow): Promise<boolean> {
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
  ctx: Releasing,
  { row, items }: Giving,
  release: () => Promise<T>,
): Promise<T> {
  try {
    for (const lineId of linesOf(row)) {
      const { isReserved, excess } = await deps.limits.reserve(
        useOn(deps, ctx.caller, row, lineId),
        keyOf(row, lineId),
      )
      if (!isReserved) refuse(deps, excess, { lineId, items }, ctx)
    }
    return await release()
  } catch (error) {
    if (error instanceof AppError && (await isDraft(deps, row))) await giveBack(deps, row)
    throw error
  }
}
