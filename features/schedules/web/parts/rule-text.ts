import type { ScheduleRule, ScheduleTiming } from '@qd/contract-kit'
import { LANGUAGE_TAGS, zoneMinutes } from '@qd/i18n'
import { currentLanguage, formatInstant } from '@qd/web-base'
import type { SchedulesTexts } from '../texts.ts'

/** A Monday, so that days from 1 count on from it. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

const tag = () => LANGUAGE_TAGS[currentLanguage()]

/** The name of a day of the week, 1 is Monday. */
export function dayName(day: number, weekday: 'long' | 'short' = 'long'): string {
  const at = MONDAY + (day - 1) * DAY_MS
  return new Intl.DateTimeFormat(tag(), { weekday, timeZone: 'UTC' }).format(at)
}

/** `30 minutes`, `2 hours`, in the largest unit that fits. */
export function spanText(minutes: number): string {
  const [unit, size] = UNITS.find(([, each]) => minutes % each === 0) ?? (['minute', 1] as const)
  return new Intl.NumberFormat(tag(), { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}

function daysText(days: readonly number[]): string {
  const names = days.toSorted((one, other) => one - other).map((day) => dayName(day))
  return new Intl.ListFormat(tag(), { type: 'conjunction' }).format(names)
}

/** On a clock that this browser does not know it says UTC. */
function momentIn(zone: string, at: number): string {
  const minutes = zoneMinutes(zone, at)
  return minutes === null ? `${formatInstant(at, 0)} UTC` : formatInstant(at, minutes)
}

/** A rule in a sentence, on the clock of its zone. */
export function ruleText(t: SchedulesTexts, { rule, zone }: Pick<ScheduleTiming, 'rule' | 'zone'>): string {
  switch (rule.kind) {
    case 'once':
      return t('rule.once', { at: momentIn(zone, rule.at) })
    case 'every':
      return t('rule.every', { span: spanText(rule.minutes) })
    case 'daily':
      return t('rule.daily', { at: rule.at })
    case 'weekly':
      return t('rule.weekly', { days: daysText(rule.days), at: rule.at })
    case 'monthly':
      return rule.day === 'last'
        ? t('rule.monthlyLast', { at: rule.at })
        : t('rule.monthly', { day: rule.day, at: rule.at })
    case 'cron':
      return t('rule.cron', { expression: rule.expression })
  }
}

/** Whether the zone says something: real minutes pass alike everywhere. */
export const hasZone = ({ kind }: ScheduleRule): boolean => kind !== 'every'
