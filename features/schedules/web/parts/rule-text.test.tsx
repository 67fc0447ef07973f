import type { ScheduleRule } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useSchedulesTexts } from '../texts.ts'
import { ruleText } from './rule-text.ts'

function Words({ rule, zone = 'Europe/Berlin' }: { rule: ScheduleRule; zone?: string }): ReactNode {
  const t = useSchedulesTexts()
  return <p>{ruleText(t, { rule, zone })}</p>
}

describe('a rule in words', () => {
  it.each<[Language, ScheduleRule, string]>([
    ['en', { kind: 'daily', at: '03:00' }, 'Every day at 03:00'],
    ['en', { kind: 'weekly', days: [5, 1], at: '09:00' }, 'Weekly: Monday and Friday at 09:00'],
    ['de', { kind: 'weekly', days: [5, 1], at: '09:00' }, 'Wöchentlich: Montag und Freitag um 09:00'],
    ['en', { kind: 'monthly', day: 'last', at: '23:00' }, 'Monthly on the last day at 23:00'],
    ['en', { kind: 'every', minutes: 90, from: 0 }, 'Every 90 minutes'],
    ['en', { kind: 'every', minutes: 2_880, from: 0 }, 'Every 2 days'],
    ['ru', { kind: 'every', minutes: 1, from: 0 }, 'Интервал: 1 минута'],
    ['ru', { kind: 'every', minutes: 22, from: 0 }, 'Интервал: 22 минуты'],
    ['cn', { kind: 'every', minutes: 60, from: 0 }, '每隔 1小时'],
    ['en', { kind: 'once', at: Date.UTC(2026, 0, 1) }, 'Once: 2026-01-01 01:00:00'],
    ['en', { kind: 'cron', expression: '0 9 * * 1' }, 'cron: 0 9 * * 1'],
  ])('%s %o', async (language, rule, words) => {
    await renderWithApp(<Words rule={rule} />, { language })
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('says UTC where the browser does not know the zone', async () => {
    const rule = { kind: 'once', at: Date.UTC(2026, 0, 1) } as const
    await renderWithApp(<Words rule={rule} zone="Etc/Unknown" />, { language: 'en' })
    expect(screen.getByText('Once: 2026-01-01 00:00:00 UTC')).toBeTruthy()
  })
})
