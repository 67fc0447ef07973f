import { effectsOf } from '@qd/contract-kit'
import type { Effects } from '@qd/contract-kit'
import { diffInfoOf, touchesSensitive } from '@qd/protocol-model'
import type { Change, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { givenItems } from './given-items.ts'
import { itemOfQuantity } from './over-limit.ts'

/** Where something is changed, whatever it becomes. */
export type ChangedPlace = Pick<Change, 'diff' | 'key' | 'path' | 'op'>

/** Items are counted in tables keyed by their number; a quantity that stands elsewhere is a currency. */
const isTableOfItems = (info: DiffInfo): boolean =>
  info.fields.find(({ fieldName }) => fieldName === info.key)?.dataProvider === 'gameProp'

/** Fields a change can write: the one it names, or all of the row or object it replaces. */
function fieldsOf(info: DiffInfo, { path }: ChangedPlace): (string | number)[][] {
  if (path.length > 0) return [[...path]]
  return info.fields.map(({ fieldName }) => [fieldName])
}

const holdsQuantity = (info: DiffInfo, change: ChangedPlace): boolean =>
  fieldsOf(info, change).some((path) => itemOfQuantity(info, { key: change.key ?? '0', path }) !== null)

/** What changes at these places can do, whatever their values are. */
export function effectsOfPlaces(protocol: ProtocolDefinition, changes: readonly ChangedPlace[]): Effects {
  return effectsAt(protocol, changes, (info, change) => change.op !== 'remove' && holdsQuantity(info, change))
}

/** What these changes do: they give where a quantity rises. */
export function effectsOfChanges(protocol: ProtocolDefinition, changes: readonly Change[]): Effects {
  return effectsAt(protocol, changes, (_info, change) => givenItems(protocol, [change]).length > 0)
}

function effectsAt<C extends ChangedPlace>(
  protocol: ProtocolDefinition,
  changes: readonly C[],
  gives: (info: DiffInfo, change: C) => boolean,
): Effects {
  const known = changes.flatMap((change) => {
    const info = diffInfoOf(protocol, change.diff)
    const isGift = info !== null && gives(info, change)
    return [
      isGift && 'items',
      isGift && !isTableOfItems(info) && 'currency',
      touchesSensitive(protocol, change) && 'sensitive',
      change.op === 'remove' && 'destructive',
    ] as const
  })
  return effectsOf(...known)
}
