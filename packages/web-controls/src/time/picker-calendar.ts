import type { DatePicker } from 'antd'
import { formatWall, parseWall, wallNow, withMonth } from './wall-clock.ts'
import type { WallClock } from './wall-clock.ts'

type Calendar = Parameters<typeof DatePicker.generatePicker<WallClock>>[0]

const DAY_MS = 86_400_000

/** `zh_CN`, as antd names locales, as a language tag. */
const tagOf = (locale: string) => locale.replaceAll('_', '-')

interface WeekInfo {
  firstDay: number
}

/** First day of the week where the language is spoken: 0 Sunday to 6. */
export function firstWeekDay(locale: string): number {
  const tag = new Intl.Locale(tagOf(locale)) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo
    weekInfo?: WeekInfo
  }
  const info = tag.getWeekInfo?.() ?? tag.weekInfo
  // Monday by ISO 8601 where the browser does not know.
  return (info?.firstDay ?? 1) % 7
}

function weekStart(locale: string, wall: WallClock): WallClock {
  const back = (wall.getUTCDay() - firstWeekDay(locale) + 7) % 7
  return new Date(wall.getTime() - back * DAY_MS)
}

/** Week of the year by ISO 8601: the one that holds the year's first Thursday is the first. */
function isoWeek(wall: WallClock): number {
  const thursday = new Date(wall.getTime() + (3 - ((wall.getUTCDay() + 6) % 7)) * DAY_MS)
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday.getTime() - newYear) / (7 * DAY_MS))
}

function monthNames(locale: string): string[] {
  const names = new Intl.DateTimeFormat(tagOf(locale), { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => names.format(Date.UTC(2026, month, 1)))
}

/** Sunday first, as the field wants them. */
function weekDayNames(locale: string): string[] {
  const names = new Intl.DateTimeFormat(tagOf(locale), { weekday: 'narrow', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(2026, 1, 1 + day)))
}

function changed(wall: WallClock, change: (next: Date) => void): WallClock {
  const next = new Date(wall)
  change(next)
  return next
}

/** How antd's date field counts with wall clocks; its "now" is the chosen zone's. */
export const wallCalendar: Calendar = {
  getWeekDay: (wall) => wall.getUTCDay(),
  getMillisecond: (wall) => wall.getUTCMilliseconds(),
  getSecond: (wall) => wall.getUTCSeconds(),
  getMinute: (wall) => wall.getUTCMinutes(),
  getHour: (wall) => wall.getUTCHours(),
  getDate: (wall) => wall.getUTCDate(),
  getMonth: (wall) => wall.getUTCMonth(),
  getYear: (wall) => wall.getUTCFullYear(),
  getNow: wallNow,
  getFixedDate: (text) => new Date(`${text}T00:00:00Z`),
  getEndDate: (wall) => new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)),
  addYear: (wall, diff) => withMonth(wall, wall.getUTCFullYear() + diff, wall.getUTCMonth()),
  addMonth: (wall, diff) => withMonth(wall, wall.getUTCFullYear(), wall.getUTCMonth() + diff),
  addDate: (wall, diff) => new Date(wall.getTime() + diff * DAY_MS),
  setYear: (wall, year) => withMonth(wall, year, wall.getUTCMonth()),
  setMonth: (wall, month) => withMonth(wall, wall.getUTCFullYear(), month),
  setDate: (wall, date) => changed(wall, (next) => next.setUTCDate(date)),
  setHour: (wall, hour) => changed(wall, (next) => next.setUTCHours(hour)),
  setMinute: (wall, minute) => changed(wall, (next) => next.setUTCMinutes(minute)),
  setSecond: (wall, second) => changed(wall, (next) => next.setUTCSeconds(second)),
  setMillisecond: (wall, ms) => changed(wall, (next) => next.setUTCMilliseconds(ms)),
  isAfter: (one, other) => one.getTime() > other.getTime(),
  isValidate: (wall) => !Number.isNaN(wall.getTime()),
  locale: {
    getWeekFirstDay: firstWeekDay,
    getWeekFirstDate: weekStart,
    getWeek: (_locale, wall) => isoWeek(wall),
    format: (locale, wall, format) => formatWall(wall, format, monthNames(locale)),
    parse: (_locale, text) => parseWall(text),
    getShortWeekDays: weekDayNames,
    getShortMonths: monthNames,
  },
}
