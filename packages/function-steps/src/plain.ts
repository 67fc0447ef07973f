export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const ARITHMETIC = ['$add', '$sub', '$mul', '$min', '$max'] as const
export type Arithmetic = (typeof ARITHMETIC)[number]

export function isArithmetic(name: string): name is Arithmetic {
  return (ARITHMETIC as readonly string[]).includes(name)
}

/** The name of a field as the key of a template: a dollar at its start is written twice, since one is an operator's. */
export function templateKey(name: string): string {
  return name.startsWith('$') ? `$${name}` : name
}

/** The name a template's key stands for, or null for an operator. */
export function nameOfKey(key: string): string | null {
  if (!key.startsWith('$')) return key
  return key.startsWith('$$') ? key.slice(1) : null
}

/** The operator and its argument when the object is an expression: its only key starts with one `$`. */
export function expressionOf(value: Record<string, unknown>): [name: string, argument: unknown] | null {
  const [first, ...more] = Object.entries(value)
  return first !== undefined && more.length === 0 && nameOfKey(first[0]) === null ? first : null
}
