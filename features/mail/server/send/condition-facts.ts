import type { Words } from '@qd/contract-kit'
import { utcText } from '@qd/server-kit'
import type { MailCondition } from '../../contract/index.ts'

interface Fact {
  label: Words
  value: Words
}

const fact = (of: keyof MailCondition, bound: string, params: Record<string, string>): Fact => ({
  label: { key: `mail.where.${of}` },
  value: { key: `mail.bound.${bound}`, params },
})

function numberFact(of: 'level' | 'vip', { min, max }: NonNullable<MailCondition['level']>) {
  if (min !== undefined && max !== undefined)
    return [fact(of, 'between', { low: String(min), high: String(max) })]
  if (min !== undefined) return [fact(of, 'least', { low: String(min) })]
  return max === undefined ? [] : [fact(of, 'most', { high: String(max) })]
}

function timeFact(of: 'registered' | 'lastLogin', { from, to }: NonNullable<MailCondition['registered']>) {
  if (from !== undefined && to !== undefined)
    return [fact(of, 'between', { low: utcText(from), high: utcText(to) })]
  if (from !== undefined) return [fact(of, 'since', { low: utcText(from) })]
  return to === undefined ? [] : [fact(of, 'until', { high: utcText(to) })]
}

/** Whom a range means, part by part; without any it means everybody. */
export function conditionFacts({ channels, level, vip, registered, lastLogin }: MailCondition): Fact[] {
  const facts = [
    ...(channels === undefined ? [] : [fact('channels', 'oneOf', { values: channels.join(', ') })]),
    ...numberFact('level', level ?? {}),
    ...numberFact('vip', vip ?? {}),
    ...timeFact('registered', registered ?? {}),
    ...timeFact('lastLogin', lastLogin ?? {}),
  ]
  return facts.length > 0
    ? facts
    : [{ label: { key: 'mail.fact.condition' }, value: { key: 'mail.fact.everyone' } }]
}
