export const TTL_UNITS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const
export type TtlUnit = keyof typeof TTL_UNITS

/** `∞`, `42s`, `6d 3h`: the two largest units that are there; -1 is no end. */
export function ttlText(ttlMs: number): string {
  if (ttlMs < 0) return '∞'
  const seconds = Math.floor(ttlMs / 1_000)
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}

/** Amount and unit a time to live is shown with in the form. */
export function ttlParts(ttlMs: number): { amount: number; unit: TtlUnit } {
  const units = Object.entries(TTL_UNITS).toReversed() as [TtlUnit, number][]
  const [unit, size] = units.find(([, each]) => ttlMs >= each && ttlMs % each === 0) ?? ['seconds', 1_000]
  return { amount: Math.round(ttlMs / size), unit }
}
