import { leftOutAt, placeText, takesWhole } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { CallContext } from '@qd/server-kit'
import { touchedBy } from '@qd/player-edit'
import type { Change, ChangeVerdict } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from '../reading/game-failure.ts'
import { playerOf } from '../player-of.ts'
import { readModules } from '../reading/read-modules.ts'

/**
 * What would take away or replace an object that holds values under names we do not carry. Only the player's data
 * shows the ones no definition declares, so it is read for such changes, and for no others.
 */
export async function leftOutRefusals(
  deps: UseCaseDeps,
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  ctx: Pick<CallContext, 'place' | 'text' | 'signal'>,
): Promise<ChangeVerdict[]> {
  const whole = changes.filter(takesWhole)
  if (whole.length === 0) return []
  const { server, uId } = playerOf(ctx)
  const reached = await deps.reach.reach(server)
  const read = await askGame(readModules(reached, { uId, modules: touchedBy(whole) }, ctx.signal), uId)
  return changes.flatMap((change, index): ChangeVerdict[] => {
    const names = leftOutAt(protocol, read.data, change, read.leftOut ?? [])
    if (names.length === 0) return []
    const params = { field: placeText(change), detail: names.join(', ') }
    return [
      { index, status: 422, code: 'left_out', field: params.field, msg: ctx.text('fault.left_out', params) },
    ]
  })
}
