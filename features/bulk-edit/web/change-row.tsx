import { BeforeAfter, IconButton, SegmentedControl } from '@qd/web-controls'
import { Input } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { placeText } from '@qd/player-diff'
import type { BulkChange } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import type { DraftChange } from './bulk-draft.ts'
import styles from './bulk.module.css'

const SHOWN_CHARS = 120

/** A value in one line; objects as JSON. */
export function shortValue(value: unknown): string {
  if (value === undefined || value === null) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}

/** Old and new value of a change, or the number that is added. */
export function ValueChange({ change }: { change: BulkChange }): ReactNode {
  const { op, by, old, value } = change
  if (by !== undefined) return <BeforeAfter after={by.startsWith('-') ? by : `+${by}`} />
  return (
    <BeforeAfter
      {...(op === 'add' ? {} : { before: shortValue(old) })}
      {...(op === 'remove' ? {} : { after: shortValue(value) })}
    />
  )
}

function differenceOf({ value, old }: BulkChange): string {
  try {
    return String(BigInt(String(value)) - BigInt(String(old ?? 0)))
  } catch {
    return '1'
  }
}

/** One change of the set: what is set, or how much is added. */
export function ChangeRow(props: { draft: DraftChange; index: number; isRefused: boolean }): ReactNode {
  const t = useBulkTexts()
  const { draft, index } = props
  const { change, label, isWhole } = draft
  const update = (next: DraftChange | null): void => {
    const { changes, patch } = useBulkDraft.getState()
    patch({ changes: changes.flatMap((each, at) => (at === index ? (next ?? []) : each)) })
  }
  const { by, ...plain } = change
  const place = placeText(change, change.diff)
  return (
    <li className={styles.change} data-refused={props.isRefused}>
      <div className={styles.changeHead}>
        {label === '' ? null : <strong className={styles.name}>{label}</strong>}
        <code className={styles.place}>{place}</code>
        <IconButton label={t('changes.remove', { place })} onClick={() => update(null)}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.changeBody}>
        {isWhole ? (
          <SegmentedControl
            label={t('changes.mode', { place })}
            value={by === undefined ? 'set' : 'by'}
            segments={[
              { value: 'set', label: t('changes.set') },
              { value: 'by', label: t('changes.by') },
            ]}
            onChange={(mode) =>
              update({ ...draft, change: mode === 'set' ? plain : { ...plain, by: differenceOf(plain) } })
            }
          />
        ) : (
          <span className={styles.op}>{t(`changes.op.${change.op}`)}</span>
        )}
        {by === undefined ? (
          <ValueChange change={change} />
        ) : (
          <Input
            className={styles.by}
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('changes.amount', { place })}
            status={/^-?\d{1,19}$/.test(by) && BigInt(by) !== 0n ? undefined : 'error'}
            value={by}
            onChange={(event) => update({ ...draft, change: { ...plain, by: event.target.value.trim() } })}
          />
        )}
      </div>
    </li>
  )
}
