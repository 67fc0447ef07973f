import { EmptyState, SegmentedControl } from '@qd/web-kit'
import { Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { placeId } from '../model/place.ts'
import { useEditTexts } from '../texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { ChangeRow } from './change-row.tsx'
import { Step } from './step.tsx'

const POLICIES = ['live', 'kick', 'refuse'] as const

function Rules(): ReactNode {
  const t = useEditTexts()
  const { changes, onlyUnchanged, existing, policy, patch } = useBulkDraft()
  const hasAdd = changes.some(({ change }) => change.op === 'add')
  return (
    <div className={styles.rules}>
      <label className={styles.rule}>
        <Switch
          size="small"
          checked={onlyUnchanged}
          aria-label={t('bulk.rules.onlyUnchanged')}
          onChange={(next) => patch({ onlyUnchanged: next })}
        />
        <span>
          {t('bulk.rules.onlyUnchanged')}
          <small>{t('bulk.rules.onlyUnchangedHint')}</small>
        </span>
      </label>
      {hasAdd ? (
        <div className={styles.rule}>
          <span>{t('bulk.rules.existing')}</span>
          <SegmentedControl
            label={t('bulk.rules.existing')}
            value={existing}
            segments={[
              { value: 'skip', label: t('bulk.rules.skip') },
              { value: 'refuse', label: t('bulk.rules.fail') },
            ]}
            onChange={(next) => patch({ existing: next })}
          />
        </div>
      ) : null}
      <div className={styles.rule}>
        <span>{t('policy.label')}</span>
        <Select
          size="small"
          aria-label={t('policy.label')}
          popupMatchSelectWidth={false}
          value={policy}
          options={POLICIES.map((value) => ({ value, label: t(`policy.${value}`) }))}
          onChange={(next) => patch({ policy: next })}
        />
      </div>
    </div>
  )
}

/** Step 2: what is changed in every player, and under which conditions. */
export function ChangesStep(): ReactNode {
  const t = useEditTexts()
  const changes = useBulkDraft((draft) => draft.changes)
  return (
    <Step number={2} title={t('bulk.step.changes')}>
      {changes.length === 0 ? (
        <EmptyState title={t('bulk.changes.none')} hint={t('bulk.changes.noneHint')} />
      ) : (
        <>
          <ul className={styles.changes} aria-label={t('bulk.step.changes')}>
            {changes.map((draft, index) => (
              <ChangeRow key={placeId(draft.change)} draft={draft} index={index} />
            ))}
          </ul>
          <Rules />
        </>
      )}
    </Step>
  )
}
