import { expect, test } from 'vitest'
import { ruleClock } from './rule-clock.ts'

/*
 * Every change of a clock from 2026 to 2029 in every zone the platform knows, found by the distance from UTC alone: a daily
 * time in a gap means the moment behind it, one that comes twice its first. Declared limits: a zone that leaves out or
 * repeats six hours or more, which are days and no change of clocks.
 */
const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2030, 0, 1)
const MINUTE = 60_000
const STEP = 20 * 3_600_000
const MOST_MS = 6 * 3_600_000

/** Milliseconds east of UTC. */
function offsetOf(zone: string): (ms: number) => number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (ms) => {
    const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
    return wall - ms
  }
}

interface Change {
  at: number
  before: number
  after: number
}

function changesOf(offset: (ms: number) => number): Change[] {
  const found: Change[] = []
  for (let from = FROM; from < TO; from += STEP) {
    const [before, after] = [offset(from), offset(from + STEP)]
    if (before === after) continue
    let [low, high] = [from, from + STEP]
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
      if (offset(middle) === before) low = middle
      else high = middle
    }
    found.push({ at: high, before, after })
  }
  return found
}

const two = (value: number): string => String(value).padStart(2, '0')
const timeOf = (wall: number): string => {
  const date = new Date(wall)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

/** Times on the wall around a change, and when each is due. */
function* dueTimes({ at, before, after }: Change): Generator<[string, number]> {
  const size = Math.abs(after - before)
  if (after > before) {
    // Left out: from the old time of the change to the new one.
    for (const into of [0, size / 2, size - MINUTE]) yield [timeOf(at + before + into), at]
    yield [timeOf(at + after), at]
  } else {
    // Twice: from the new time of the change to the old one.
    for (const into of [0, size / 2, size - MINUTE]) yield [timeOf(at + after + into), at - size + into]
    yield [timeOf(at + before), at + size]
  }
  yield [timeOf(at + Math.min(before, after) - MINUTE), after > before ? at - MINUTE : at - size - MINUTE]
}

test('a daily time is due once at every change of every clock', () => {
  let changes = 0
  const wrong: string[] = []
  for (const zone of ['UTC', ...Intl.supportedValuesOf('timeZone')]) {
    for (const change of changesOf(offsetOf(zone))) {
      if (Math.abs(change.after - change.before) >= MOST_MS) continue
      changes += 1
      for (const [at, due] of dueTimes(change)) {
        const clock = ruleClock({ rule: { kind: 'daily', at }, zone })
        const about = `${zone} ${at} around ${new Date(change.at).toISOString()}`
        const next = clock.next(due - 12 * 3_600_000)
        if (next !== due) wrong.push(`${about}: ${next === null ? 'never' : new Date(next).toISOString()}`)
        if (clock.next(due)! - due < 12 * 3_600_000) wrong.push(`${about}: twice`)
        if (clock.last(1, due)[0] !== due) wrong.push(`${about}: not the last`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(changes).toBeGreaterThan(500)
}, 600_000)
