function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}

/** `21:59:30.112` of an instant; zone in minutes east of UTC. */
export function clockText(at: number, zoneMinutes: number): string {
  const wall = new Date(at + zoneMinutes * 60_000)
  const clock = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()]
  return `${clock.map((part) => padded(part, 2)).join(':')}.${padded(wall.getUTCMilliseconds(), 3)}`
}

/** `19 ms`, `1.24 s`; below ten milliseconds with one digit behind the point. */
export function durationText(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}
