export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const ARITHMETIC = ['$add', '$sub', '$mul', '$min', '$max'] as const
export type Arithmetic = (typeof ARITHMETIC)[number]

export function isArithmetic(name: string): name is Arithmetic {
  return (ARITHMETIC as readonly string[]).includes(name)
}

/** The operator and its argument when the object is an expression: its only key starts with `$`. */
export function expressionOf(value: Record<string, unknown>): [name: string, argument: unknown] | null {
  const [first, ...more] = Object.entries(value)
  return first !== undefined && more.length === 0 && first[0].startsWith('$') ? first : null
}
