import type { BinaryOperationNode, OperationNode } from 'kysely'

const isEmptyList = (node: OperationNode) =>
  'values' in node && Array.isArray(node.values) && node.values.length === 0

/**
 * A condition that says what `in` of an empty list means: nothing is in it, everything is not in it. SQLite takes `in ()`,
 * PostgreSQL refuses it, and whoever makes a list from rows cannot know that there are none. Null for all other conditions.
 */
export function emptyListCondition({ operator, rightOperand }: BinaryOperationNode): string | null {
  if (!('operator' in operator) || !isEmptyList(rightOperand)) return null
  if (operator.operator === 'in') return '1 = 0'
  return operator.operator === 'not in' ? '1 = 1' : null
}
