import { AppError } from '@qd/contract-kit'
import type { TextParams } from '@qd/i18n'
import type { Excess } from '@qd/item-limits'
import { givenItems } from '@qd/player-edit'
import { placeText } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { dataEditErrors } from '../../contract/index.ts'
import type { Change, ChangeVerdict } from '../../contract/index.ts'

export type Text = (key: string, params?: TextParams) => string

/** Which limit, how much of it is left, and how much was asked for. */
export function excessText(text: Text, { number, kind, limit, used, asked }: Excess): string {
  const left = BigInt(limit) - BigInt(used)
  return text(`fault.item_limit.${kind}`, { number, asked, limit, left: String(left < 0n ? 0n : left) })
}

/** Every change that gives an item beyond a limit, refused. */
export function limitVerdicts(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  { excess, text }: { excess: readonly Excess[]; text: Text },
): ChangeVerdict[] {
  return changes.flatMap((change, index) => {
    const numbers = new Set(givenItems(protocol, [change]).map(({ number }) => number))
    const found = excess.find(({ number }) => numbers.has(number))
    if (found === undefined) return []
    const field = placeText(change)
    return [{ index, status: 422, code: 'item_limit', field, msg: excessText(text, found) }]
  })
}

/** The refusal of a whole edit because of what it gives. */
export function limitError(
  protocol: ProtocolDefinition,
  changes: readonly Change[],
  told: { excess: readonly Excess[]; text: Text },
): AppError {
  const refused = limitVerdicts(protocol, changes, told)
  const [first] = refused
  return new AppError(dataEditErrors.edit_refused, {
    field: `changes.${first?.index ?? 0}`,
    params: { msg: first?.msg ?? '' },
    details: { refused },
  })
}
