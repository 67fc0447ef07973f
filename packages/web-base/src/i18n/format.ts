import { LANGUAGE_TAGS } from '@qd/i18n'
import { currentZone } from '../zone.ts'
import { currentLanguage } from './i18n.ts'
import { numberFormat } from './number-format.ts'

/** A quantity with thousands separated; digits of any length stay exact. Never for ids. */
export function formatQuantity(value: number | bigint | string): string {
  const exact = typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value
  if (typeof exact === 'string') return exact
  return numberFormat(currentLanguage()).format(exact)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Wall-clock time `2026-11-21 05:59:31` of an instant; zone in minutes east of UTC, default: as chosen. */
export function formatInstant(ms: number, zoneMinutes: number = currentZone().minutesAt(ms)): string {
  const d = new Date(ms + zoneMinutes * 60_000)
  if (Number.isNaN(d.getTime())) return '–'
  const day = `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`
  return `${day} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`
}

/** An instant inside a sentence, as the reader writes dates; tables and fields have `formatInstant`. */
export function formatMoment(ms: number, zoneMinutes: number = currentZone().minutesAt(ms)): string {
  const wall = new Date(ms + zoneMinutes * 60_000)
  if (Number.isNaN(wall.getTime())) return '–'
  const style = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LANGUAGE_TAGS[currentLanguage()], style).format(wall)
}

const AGO_STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** How much room there is for `12 minutes ago`: a sentence, or a small cell (`12 min. ago`). */
type AgoStyle = 'long' | 'short'

/**
 * `12 minutes ago` in the reader's language. In cn the long style says 秒钟; a space stands between the number and
 * its unit, as in the other texts.
 */
export function formatAgo(ms: number, nowMs: number, wished: AgoStyle = 'long'): string {
  const distance = ms - nowMs
  const step = AGO_STEPS.find(([, size]) => Math.abs(distance) >= size) ?? (['second', 1_000] as const)
  const language = currentLanguage()
  const relative = new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language], {
    numeric: 'auto',
    style: language === 'cn' ? 'short' : wished,
  })
  // What is to come is rounded: of two hours that were given a second ago two are left, and not one.
  const whole = distance > 0 ? Math.round : Math.trunc
  const text = relative.format(whole(distance / step[1]), step[0])
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}
