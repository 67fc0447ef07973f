import type { Field } from '@qd/protocol-model'

/** Whether a field holds a list or an object, which has no input of its own. */
export function isNested(field: Field): boolean {
  return field.type === 'array' || !['int', 'string', 'float'].includes(field.type)
}
