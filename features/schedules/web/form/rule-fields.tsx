import type { ScheduleRule } from '@qd/contract-kit'
import { Picker, TimePicker, ZoneNote } from '@qd/web-controls'
import { Checkbox, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { dayName } from '../parts/rule-text.ts'
import { useSchedulesTexts } from '../texts.ts'
import styles from './timing-fields.module.css'

/** Hours and minutes of a day of 24 hours. */
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const MONTH_DAYS = Array.from({ length: 28 }, (_, n) => n + 1)
const MOST_MINUTES = 10_080

interface PartProps<K extends ScheduleRule['kind']> {
  rule: Extract<ScheduleRule, { kind: K }>
  onChange: (rule: ScheduleRule) => void
}

/** A time of the day; a half-typed one leaves the rule as it was. */
function ClockField({ rule, onChange }: PartProps<'daily' | 'weekly' | 'monthly'>): ReactNode {
  const t = useSchedulesTexts()
  const [typed, setTyped] = useState(rule.at)
  const type = (text: string) => {
    setTyped(text)
    const [, hour, minute] = CLOCK.exec(text) ?? []
    if (hour !== undefined) onChange({ ...rule, at: `${hour.padStart(2, '0')}:${minute}` })
  }
  return (
    <label className={styles.field}>
      <span className={styles.label}>{t('form.at')}</span>
      <Input
        className={`qd-mono ${styles.clock}`}
        placeholder="09:00"
        maxLength={5}
        status={CLOCK.test(typed) ? '' : 'error'}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(rule.at)}
      />
    </label>
  )
}

function WeekDays({ rule, onChange }: PartProps<'weekly'>): ReactNode {
  const t = useSchedulesTexts()
  return (
    <fieldset className={styles.days}>
      <legend className={styles.label}>{t('form.days')}</legend>
      <Checkbox.Group
        options={DAYS.map((day) => ({ value: day, label: dayName(day, 'short') }))}
        value={rule.days}
        // A week without a day would never be due.
        onChange={(days) => (days.length === 0 ? undefined : onChange({ ...rule, days }))}
      />
    </fieldset>
  )
}

function Interval({ rule, onChange }: PartProps<'every'>): ReactNode {
  const t = useSchedulesTexts()
  return (
    <label className={styles.field}>
      <span className={styles.label}>{t('form.minutes')}</span>
      <InputNumber
        min={1}
        max={MOST_MINUTES}
        precision={0}
        value={rule.minutes}
        onChange={(minutes) => (minutes === null ? undefined : onChange({ ...rule, minutes }))}
      />
    </label>
  )
}

function Moment({ rule, onChange }: PartProps<'once'>): ReactNode {
  const t = useSchedulesTexts()
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('form.once')}</span>
      <TimePicker
        label={t('form.once')}
        value={rule.at}
        onChange={(at) => (at === null ? undefined : onChange({ ...rule, at }))}
      />
      <span className={styles.hint}>
        <ZoneNote />
      </span>
    </div>
  )
}

function CronField({ rule, onChange }: PartProps<'cron'>): ReactNode {
  const t = useSchedulesTexts()
  return (
    <label className={styles.field}>
      <span className={styles.label}>{t('form.cron')}</span>
      <Input
        className="qd-mono"
        maxLength={100}
        spellCheck={false}
        value={rule.expression}
        onChange={({ target }) => onChange({ ...rule, expression: target.value })}
      />
      <span className={styles.hint}>{t('form.cronHint')}</span>
    </label>
  )
}

function MonthDay({ rule, onChange }: PartProps<'monthly'>): ReactNode {
  const t = useSchedulesTexts()
  return (
    <Picker
      isBlock
      label={t('form.day')}
      value={String(rule.day)}
      options={[
        ...MONTH_DAYS.map((day) => ({ value: String(day), label: String(day) })),
        { value: 'last', label: t('form.lastDay') },
      ]}
      onChange={(day) => onChange({ ...rule, day: day === 'last' ? day : Number(day) })}
    />
  )
}

/** What the chosen kind of rule asks for. */
export function RuleFields({
  rule,
  onChange,
}: {
  rule: ScheduleRule
  onChange: (rule: ScheduleRule) => void
}): ReactNode {
  switch (rule.kind) {
    case 'once':
      return <Moment rule={rule} onChange={onChange} />
    case 'every':
      return <Interval rule={rule} onChange={onChange} />
    case 'daily':
      return <ClockField rule={rule} onChange={onChange} />
    case 'weekly':
      return (
        <>
          <WeekDays rule={rule} onChange={onChange} />
          <ClockField rule={rule} onChange={onChange} />
        </>
      )
    case 'monthly':
      return (
        <div className={styles.row}>
          <MonthDay rule={rule} onChange={onChange} />
          <ClockField rule={rule} onChange={onChange} />
        </div>
      )
    case 'cron':
      return <CronField rule={rule} onChange={onChange} />
  }
}
