import type { PlayerCondition } from './schemas-condition.ts'
import type { GameClock } from './schemas-server.ts'

/** How far a server's clock is from real time, in milliseconds. */
export type ClockOffset = Pick<GameClock, 'offset'>

/** What the clock of a server shows at a real moment; before 1970 it shows nothing that the contract can carry. */
export const toGameTime = (realMs: number, { offset }: ClockOffset): number => Math.max(realMs + offset, 0)

/** The real moment at which the clock of a server, as it stands now, shows a time. */
export const toRealTime = (gameMs: number, { offset }: ClockOffset): number => Math.max(gameMs - offset, 0)

const TIME_PARTS = ['registered', 'lastLogin'] as const

/** Whether a condition means other players on a clock that is set to another time. */
export const hasTimes = (where: PlayerCondition): boolean =>
  TIME_PARTS.some((part) => where[part] !== undefined)

/** A condition whose times people chose in real time, as a server has to get it. */
export function toGameCondition(where: PlayerCondition, clock: ClockOffset): PlayerCondition {
  const moved = { ...where }
  for (const part of TIME_PARTS) {
    const range = where[part]
    if (range === undefined) continue
    const { from, to } = range
    moved[part] = {
      ...(from === undefined ? {} : { from: toGameTime(from, clock) }),
      ...(to === undefined ? {} : { to: toGameTime(to, clock) }),
    }
  }
  return moved
}
