import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { Excess } from '@qd/item-limits'
import { excessText } from '@qd/server-kit'
import type { CallContext, Caller, CountParts, LimitedUse } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import { codesErrors } from '../../contract/index.ts'
import type { GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { linesOf, some } from './gift-facts.ts'
import type { GivenItem } from './gift-facts.ts'
import { weighedUsesOf } from './most-uses.ts'

type Limits = Pick<UseCaseDeps, 'limits' | 'nowMs' | 'catalogue'>
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
    gifts: [{ entries: parseJsonText(gift) as GiftEntry[], to: { unnamed: weighedUsesOf(row) } }],
    lineId,
    person: { id: caller.personId ?? caller.userId, name: caller.name },
    about: `code-batch:${id}`,
    ...(validFrom !== null && validFrom > nowMs() ? { atMs: validFrom } : {}),
  }
}

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

/** What counts the gift of a batch on all its lines, as part of the write that releases it; it throws beyond a limit. */
export async function countedOnLines(
  deps: Limits,
  ctx: Releasing,
  { row, items }: Giving,
): Promise<(tx: AnyTx) => Promise<void>> {
  const counts: { lineId: string; count: CountParts }[] = []
  // In one order everywhere: each line is waited for.
  for (const lineId of linesOf(row).toSorted()) {
    const { gifts, ...use } = useOn(deps, ctx.caller, row, lineId)
    const parts = [gifts]
    counts.push({
      lineId,
      count: await deps.limits.prepare({ ...use, parts }, `codes:${row.id}:${lineId}`),
    })
  }
  return async (tx) => {
    for (const { lineId, count } of counts) refuse(deps, (await count(tx)).flat(), { lineId, items }, ctx)
  }
}
