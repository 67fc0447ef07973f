import type { ScheduleRule } from '@qd/contract-kit'

export type RuleKind = ScheduleRule['kind']
export const RULE_KINDS: readonly RuleKind[] = ['daily', 'weekly', 'monthly', 'every', 'once', 'cron']

const MONDAY = 1
const HOUR_MS = 3_600_000
const START = '09:00'

const atOf = (rule: ScheduleRule): string => ('at' in rule && typeof rule.at === 'string' ? rule.at : START)

/** A rule of another kind that keeps what both have. */
export function asKind(kind: RuleKind, rule: ScheduleRule, nowMs: number): ScheduleRule {
  if (kind === rule.kind) return rule
  const at = atOf(rule)
  switch (kind) {
    case 'once':
      return { kind, at: nowMs - (nowMs % HOUR_MS) + 2 * HOUR_MS }
    case 'every':
      return { kind, minutes: 60, from: nowMs - (nowMs % 60_000) }
    case 'daily':
      return { kind, at }
    case 'weekly':
      return { kind, days: [MONDAY], at }
    case 'monthly':
      return { kind, day: 1, at }
    case 'cron':
      return { kind, expression: '0 9 * * 1' }
  }
}
