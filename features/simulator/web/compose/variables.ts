import type { JsonObject } from './draft.ts'

const VARIABLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g

/** Whether a text names a variable. */
export function namesVariable(text: string): boolean {
  return text.search(VARIABLE) >= 0
}

export type Variables = Readonly<Record<string, string>>

function filled(text: string, variables: Variables, missing: Set<string>): string {
  return text.replaceAll(VARIABLE, (whole, name: string) => {
    if (Object.hasOwn(variables, name)) return variables[name] ?? ''
    missing.add(name)
    return whole
  })
}

function fill(value: unknown, variables: Variables, missing: Set<string>): unknown {
  if (typeof value === 'string') return filled(value, variables, missing)
  if (Array.isArray(value)) return value.map((each: unknown) => fill(each, variables, missing))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fill(each, variables, missing)]),
  )
}

/** The value with its variables in place, and the names nobody gave a value. */
export function withVariables(
  value: JsonObject,
  variables: Variables,
): { value: JsonObject; missing: readonly string[] } {
  const missing = new Set<string>()
  return { value: fill(value, variables, missing) as JsonObject, missing: [...missing] }
}
