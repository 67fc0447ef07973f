import type { ScheduleTiming } from '@qd/contract-kit'
import { Picker } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useSchedulesTexts } from '../texts.ts'
import { NextTimes } from './next-times.tsx'
import { RuleFields } from './rule-fields.tsx'
import { RULE_KINDS, asKind } from './timing-draft.ts'
import type { RuleKind } from './timing-draft.ts'
import styles from './timing-fields.module.css'

export interface TimingFieldsProps {
  value: ScheduleTiming
  onChange: (timing: ScheduleTiming) => void
  /** Whether two runs at once can be asked for. */
  mayOverlap: boolean
}

const OVERLAPS = ['skip', 'wait', 'both'] as const
const MISSED = ['once', 'skip', 'each'] as const

/** When something runs: the rule, the zone, what happens when a run is late or takes long, and the next times. */
export function TimingFields({ value, onChange, mayOverlap }: TimingFieldsProps): ReactNode {
  const t = useSchedulesTexts()
  const { rule, zone, overlap, missed } = value
  const zones = useMemo(() => {
    const all = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    return [...new Set(all.includes(zone) ? all : [zone, ...all])].map((each) => ({
      value: each,
      label: each,
    }))
  }, [zone])
  const change = (part: Partial<ScheduleTiming>) => onChange({ ...value, ...part })
  return (
    <div className={styles.fields}>
      <div className={styles.row}>
        <Picker
          isBlock
          label={t('form.kind')}
          value={rule.kind}
          options={RULE_KINDS.map((kind) => ({ value: kind, label: t(`form.kinds.${kind}`) }))}
          onChange={(kind) => change({ rule: asKind(kind as RuleKind, rule, Date.now()) })}
        />
        <Picker
          isBlock
          label={t('form.zone')}
          value={zone}
          options={zones}
          onChange={(next) => change({ zone: next })}
        />
      </div>
      <RuleFields rule={rule} onChange={(next) => change({ rule: next })} />
      <div className={styles.row}>
        <Picker
          isBlock
          label={t('form.overlap')}
          value={overlap}
          options={OVERLAPS.filter((each) => each !== 'both' || mayOverlap).map((each) => ({
            value: each,
            label: t(`form.overlaps.${each}`),
          }))}
          onChange={(next) => change({ overlap: next as ScheduleTiming['overlap'] })}
        />
        <Picker
          isBlock
          label={t('form.missed')}
          value={missed}
          options={MISSED.map((each) => ({ value: each, label: t(`form.misseds.${each}`) }))}
          onChange={(next) => change({ missed: next as ScheduleTiming['missed'] })}
        />
      </div>
      <NextTimes timing={value} />
    </div>
  )
}
