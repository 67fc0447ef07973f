type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

function phpList(entries: readonly (readonly [string | number, Json])[]): string {
  const inside = entries.map(([key, value]) => `${phpOf(key)}${phpOf(value)}`).join('')
  return `a:${entries.length}:{${inside}}`
}

/** A value as PHP's `serialize` writes it; objects become arrays with keys, lengths count bytes. */
export function phpOf(value: Json): string {
  if (value === null) return 'N;'
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`
  return phpList(Array.isArray(value) ? [...(value as readonly Json[]).entries()] : Object.entries(value))
}
