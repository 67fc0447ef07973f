const STEPS: readonly [number, string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1_000, 's'],
]

/** Time a key has left in one short word: `6d`, `42s`, `∞` without end, `?` where it is not told. Milliseconds; below 0 there is no end. */
export function leftText(ms: number | null): string {
  if (ms === null) return '?'
  if (ms < 0) return '∞'
  const [size, unit] = STEPS.find(([each]) => ms >= each) ?? [1_000, 's']
  return `${Math.floor(ms / size)}${unit}`
}

const SIZES = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes in three digits: `812 B`, `12.4 KB`. */
export function sizeText(bytes: number): string {
  let left = bytes
  let unit = 0
  while (left >= 1_000 && unit < SIZES.length - 1) {
    left /= 1_024
    unit += 1
  }
  return `${unit === 0 || left >= 100 ? Math.round(left) : left.toFixed(1)} ${SIZES[unit]}`
}
