import { localRefusals } from '@qd/player-edit'
import type { CallContext } from '@qd/server-kit'
import { editSensitive } from '../../contract/index.ts'
import type { Change, ChangeVerdict } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { playerOf } from '../player-of.ts'
import { leftOutRefusals } from './left-out-refusals.ts'

/** What the definition, the line's limits and the caller's rights refuse. */
export async function ruleRefusals(
  deps: UseCaseDeps,
  changes: readonly Change[],
  ctx: Pick<CallContext, 'place' | 'text' | 'holds'>,
): Promise<ChangeVerdict[]> {
  const { server } = playerOf(ctx)
  const { protocol } = await deps.protocols.known(server)
  const limits = await deps.limits.of(server)
  const text = ctx.text.bind(ctx)
  return localRefusals({ protocol, limits, maySensitive: ctx.holds(editSensitive), text }, changes)
}

/** All our own refusals, for the check and the commit alike: what one of them names, the other names too. */
export async function findRefusals(
  deps: UseCaseDeps,
  changes: readonly Change[],
  ctx: Pick<CallContext, 'place' | 'text' | 'holds' | 'signal'>,
): Promise<ChangeVerdict[]> {
  const byRules = await ruleRefusals(deps, changes, ctx)
  const isRefused = new Set(byRules.map(({ index }) => index))
  const open = changes.flatMap((change, index) => (isRefused.has(index) ? [] : [{ change, index }]))
  const { protocol } = await deps.protocols.known(playerOf(ctx).server)
  const byData = await leftOutRefusals(
    deps,
    protocol,
    open.map(({ change }) => change),
    ctx,
  )
  const placed = byData.map((verdict) => ({ ...verdict, index: open[verdict.index]?.index ?? verdict.index }))
  return [...byRules, ...placed].sort((left, right) => left.index - right.index)
}
