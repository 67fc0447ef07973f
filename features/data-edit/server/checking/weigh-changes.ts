import { placeText, touchesSensitive } from '@qd/protocol-model'
import { AppError } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { dataEditErrors, editSensitive } from '../../contract/index.ts'
import type { Change } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { playerOf } from '../player-of.ts'
import { ruleRefusals } from './find-refusals.ts'

/** R3 when a sensitive field is touched; throws `field_forbidden` for a caller who may not touch one. */
export async function weighChanges(
  deps: UseCaseDeps,
  changes: readonly Change[],
  ctx: CallContext,
): Promise<Risk> {
  const { protocol } = await deps.protocols.known(playerOf(ctx).server)
  const index = changes.findIndex((change) => touchesSensitive(protocol, change))
  const change = changes[index]
  if (change === undefined) return 'R2'
  if (!ctx.holds(editSensitive)) {
    const field = placeText(change)
    // With every verdict of the check, so that nobody mends one change to hear of the next.
    const details = { refused: await ruleRefusals(deps, changes, ctx) }
    throw new AppError(dataEditErrors.field_forbidden, {
      field: `changes.${index}`,
      params: { field },
      details,
    })
  }
  return 'R3'
}
