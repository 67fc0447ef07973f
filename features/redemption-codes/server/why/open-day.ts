const DAY_MS = 86_400_000

/** The moment of a day's midnight as if its zone were UTC. */
function dayOf(at: number, timeZone: string): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at))
}

/** The server's day by its own clock: 1 on the day it opened. Undefined: nobody knows when that was. */
export function openDay(
  openedAt: number | null,
  { game, zone }: { game: number; zone: string },
): number | undefined {
  if (openedAt === null) return undefined
  try {
    return Math.max(0, Math.round((dayOf(game, zone) - dayOf(openedAt, zone)) / DAY_MS) + 1)
  } catch {
    // The game names a zone nobody knows.
    return undefined
  }
}
