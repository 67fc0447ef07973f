import { exactInt } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'

/** Why a text is no key of this field; null: it is one, or nothing was typed yet. */
export function keyFault(
  field: Pick<Field, 'type'> | undefined,
  text: string,
): 'not_int' | 'out_of_int64' | null {
  if (text === '' || field?.type !== 'int' || exactInt(text) !== null) return null
  return /^-?[1-9]\d*$/.test(text) ? 'out_of_int64' : 'not_int'
}
