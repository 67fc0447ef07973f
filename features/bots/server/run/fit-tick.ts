import type { BotsTick } from '../../contract/index.ts'

/** Below what an event of a job's output may have. */
const MOST_BYTES = 16_000
/** Most commands and steps a tick tells of, the busiest. */
const MOST_COMMANDS = 40
const MOST_STEPS = 40
/** Longer names of commands and steps are cut. */
const MOST_NAME = 80

const short = (name: string) =>
  name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1).toWellFormed()}…` : name
// With the comma behind it.
const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value)) + 1

/** The first entries that fit; the rest of the bytes. */
function taken<T extends object>(entries: readonly T[], bytes: number): [T[], number] {
  let left = bytes
  const end = entries.findIndex((entry) => (left -= bytesOf(entry)) < 0)
  return end === -1 ? [[...entries], left] : [entries.slice(0, end), 0]
}

/** Makes a tick short enough to be an event: steps go first, then commands, and it says how many are left out. */
export function fitTick(tick: BotsTick): BotsTick {
  const named = tick.commands.slice(0, MOST_COMMANDS).map((each) => ({ ...each, name: short(each.name) }))
  const steps = tick.at.slice(0, MOST_STEPS).map((each) => ({ ...each, step: short(each.step) }))
  const most = { commands: tick.commands.length, steps: tick.at.length }
  const [commands, left] = taken(
    named,
    MOST_BYTES - bytesOf({ ...tick, commands: [], at: [], leftOut: most }),
  )
  const [at] = taken(steps, left)
  const leftOut = { commands: most.commands - commands.length, steps: most.steps - at.length }
  return { ...tick, commands, at, leftOut }
}
