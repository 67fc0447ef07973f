import { LANGUAGE_TAGS } from '@qd/i18n'
import { currentLanguage, currentZone } from '@qd/web-base'
import type { TimelineEntry } from '../../contract/index.ts'

const DAY_MS = 86_400_000

/** Number of the day an instant is in, by the clock times are shown in. */
const numberOf = (ms: number): number => Math.floor((ms + currentZone().minutesAt(ms) * 60_000) / DAY_MS)

export interface DayWords {
  /** Today or yesterday in the reader's words; empty before. */
  word: string
  date: string
}

/** How the day of an instant is called. */
export function dayOf(ms: number, nowMs: number): DayWords {
  const tag = LANGUAGE_TAGS[currentLanguage()]
  const day = numberOf(ms)
  const ago = day - numberOf(nowMs)
  const isThisYear =
    new Date(day * DAY_MS).getUTCFullYear() === new Date(numberOf(nowMs) * DAY_MS).getUTCFullYear()
  const date = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    ...(isThisYear ? {} : { year: 'numeric' as const }),
  })
    .format(day * DAY_MS)
    // A space stands between a number and its unit, and before the day of the week, as in the other texts.
    .replaceAll(/(\d)(?=\p{Script=Han})|(?<=月)(?=\d)|日(?=[周週])/gu, '$& ')
  const word =
    ago === 0 || ago === -1 ? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(ago, 'day') : ''
  return { word, date }
}

export interface Day {
  number: number
  entries: TimelineEntry[]
}

/** Entries by day, in the order they have. */
export function byDay(entries: readonly TimelineEntry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const number = numberOf(entry.at)
    const last = days.at(-1)
    if (last?.number === number) last.entries.push(entry)
    else days.push({ number, entries: [entry] })
  }
  return days
}
