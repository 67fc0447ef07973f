import { AppError } from '@qd/contract-kit'
import type { Excess } from '@qd/item-limits'
import { givenItems } from '@qd/player-edit'
import { placeText } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { excessText } from '@qd/server-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'
import type { Change, ChangeVerdict } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'

/** Whom a refusal is for. */
export type Reader = Pick<CallContext, 'lang' | 'text'>

type Tell = (excess: Excess) => string

/** Tells which limit, how much of it is left and how much was asked for, of items as a server names them. */
export async function tellerOf(
  { items }: Pick<UseCaseDeps, 'items'>,
  server: CatalogueServer,
  reader: Reader,
): Promise<Tell> {
  const names = await items?.worth.namesOf(server)
  return (excess) => excessText(excess, names?.get(excess.number), reader, 'fault.item_limit')
}

/** Every change that gives an item beyond a limit, refused. */
export function limitVerdicts(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  { excess, tell }: { excess: readonly Excess[]; tell: Tell },
): ChangeVerdict[] {
  return changes.flatMap((change, index) => {
    const numbers = new Set(givenItems(protocol, [change]).map(({ number }) => number))
    const found = excess.find(({ number }) => numbers.has(number))
    if (found === undefined) return []
    const field = placeText(change)
    return [{ index, status: 422, code: 'item_limit', field, msg: tell(found) }]
  })
}

/** The refusal of a whole edit because of what it gives. */
export function limitError(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  told: { excess: readonly Excess[]; tell: Tell },
): AppError {
  const refused = limitVerdicts(protocol, changes, told)
  const [first] = refused
  return new AppError(dataEditErrors.edit_refused, {
    field: `changes.${first?.index ?? 0}`,
    params: { msg: first?.msg ?? '' },
    details: { refused },
  })
}
