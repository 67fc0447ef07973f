import { riskAtLeast } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import { manageFunctions, runRiskyFunction } from '../contract/index.ts'
import type { FunctionEntry } from '../contract/index.ts'
import type { RunContext } from './function-deps.ts'
import { isOffered, serverOf } from './place.ts'
import type { OfferedCommand } from './server-commands.ts'
import type { StoredFunction } from './function-store.ts'

/** Who asks, with the groups they are in or below. */
export interface Viewer {
  ctx: Pick<RunContext, 'caller' | 'place' | 'holds'>
  groups: ReadonlySet<string>
}

const shares = (viewer: Viewer, groups: readonly string[]): boolean =>
  groups.some((id) => viewer.groups.has(id))

/** Its owner, those who manage functions here, and members of the groups it is shared with and of those below. */
export function seesComposed(viewer: Viewer, stored: StoredFunction): boolean {
  const { ctx } = viewer
  if (!isOffered(stored.row, serverOf(ctx))) return false
  const isOwn = stored.row.owner_id === ctx.caller.userId
  return isOwn || ctx.holds(manageFunctions) || shares(viewer, stored.groups)
}

/** Functions of the game are open to all unless the console says otherwise. */
export function seesCommand(viewer: Viewer, { override }: OfferedCommand): boolean {
  if (override === null || viewer.ctx.holds(manageFunctions)) return true
  return !override.isHidden && (override.groups === null || shares(viewer, override.groups))
}

export function mayRunRisk(ctx: Pick<RunContext, 'holds'>, risk: Risk): boolean {
  return !riskAtLeast(risk, 'R3') || ctx.holds(runRiskyFunction)
}

type WhyNot = FunctionEntry['whyNot']

export function whyNotRun(
  ctx: Pick<RunContext, 'holds'>,
  risk: Risk,
  state: { isHidden: boolean; isArchived: boolean },
): WhyNot {
  if (state.isHidden) return 'hidden'
  if (state.isArchived) return 'archived'
  return mayRunRisk(ctx, risk) ? null : 'risk'
}
