import { SegmentedControl } from '@qd/web-controls'
import { InputNumber, Switch } from 'antd'
import type { ReactNode } from 'react'
import { BULK_FILE_PLAYERS_MAX, BULK_WAIT_MAX } from '../contract/index.ts'
import { useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { useBulkTexts } from './texts.ts'

interface NumberProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

function WholeNumber({ label, value, min, max, onChange }: NumberProps): ReactNode {
  return (
    <label>
      {label}
      <InputNumber
        aria-label={label}
        precision={0}
        min={min}
        max={max}
        value={value}
        // Emptied on the way to another number it keeps the one it had.
        onChange={(next) => next === null || onChange(next)}
      />
    </label>
  )
}

function TriedParts(): ReactNode {
  const t = useBulkTexts()
  const { triedPlayers, triedMost, triedThen, triedMinutes, patch } = useBulkDraft()
  return (
    <div className={styles.tried}>
      <WholeNumber
        label={t('try.players')}
        value={triedPlayers}
        min={1}
        max={BULK_FILE_PLAYERS_MAX}
        onChange={(next) => patch({ triedPlayers: next })}
      />
      <WholeNumber
        label={t('try.most')}
        value={triedMost}
        min={0}
        max={100}
        onChange={(next) => patch({ triedMost: next })}
      />
      <SegmentedControl
        label={t('try.then')}
        value={triedThen}
        segments={[
          { value: 'go', label: t('try.go') },
          { value: 'wait', label: t('try.wait') },
        ]}
        onChange={(next) => patch({ triedThen: next })}
      />
      {triedThen === 'wait' ? (
        <WholeNumber
          label={t('try.minutes')}
          value={triedMinutes}
          min={1}
          max={BULK_WAIT_MAX}
          onChange={(next) => patch({ triedMinutes: next })}
        />
      ) : null}
    </div>
  )
}

/** Some players first, and what is waited for before the others come. */
export function TryFirst(): ReactNode {
  const t = useBulkTexts()
  const isTried = useBulkDraft((draft) => draft.isTried)
  return (
    <>
      <label className={styles.rule}>
        <Switch
          size="small"
          checked={isTried}
          aria-label={t('try.switch')}
          onChange={(next) => useBulkDraft.getState().patch({ isTried: next })}
        />
        <span>
          {t('try.switch')}
          <small>{t('try.hint')}</small>
        </span>
      </label>
      {isTried ? <TriedParts /> : null}
    </>
  )
}
