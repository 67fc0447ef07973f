import { Time } from '@qd/web-controls'
import { HiddenQuestion } from '@qd/web-controls/fields'
import { Button } from 'antd'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import type { Reading } from '../decode/reading.ts'
import { sizeText } from '../model/bytes.ts'
import { timeHint } from '../model/time-hint.ts'
import type { DraftControls } from './use-draft.ts'
import type { ShownValue, ValueRead } from './use-value.ts'
import styles from './value-panel.module.css'

function Hint({ reading }: { reading: Reading | null }): ReactNode {
  const t = useRedisTexts()
  const at = reading?.view.format === 'text' && reading.inner.length <= 16 ? timeHint(reading.text) : null
  if (at === null) return null
  return (
    <span>
      {t('detail.looksLikeTime')} <Time at={at} />
    </span>
  )
}

/** What is shown of how much, what is wrong, and the buttons of what was typed. */
export function ValueFoot(props: {
  value: ShownValue
  reading: Reading | null
  draft: DraftControls
  read: ValueRead
  /** Why it cannot be edited here although the key may be changed; empty: it can. */
  why: string
}): ReactNode {
  const { value, reading, draft, read } = props
  const t = useRedisTexts()
  const save = useRef<HTMLButtonElement>(null)
  const isPacked = reading !== null && reading.view.compression !== 'none'
  return (
    <footer className={styles.foot}>
      <span className={styles.size}>
        {value.isWhole
          ? sizeText(value.total)
          : t('detail.shownOf', { shown: sizeText(value.bytes.length), total: sizeText(value.total) })}
        {isPacked ? ` → ${sizeText(reading.inner.length)}` : ''}
      </span>
      {reading?.isChecked === false ? <span>{t('viewers.notChecked')}</span> : null}
      {read.loadMore === undefined ? null : (
        <Button size="small" type="link" loading={read.isLoading} onClick={read.loadMore}>
          {t('detail.more')}
        </Button>
      )}
      <Hint reading={reading} />
      {draft.fault === '' ? (
        <span className={styles.why}>{props.why}</span>
      ) : (
        <span role="alert" className={styles.fault}>
          {draft.fault}
        </span>
      )}
      {draft.draft === null ? null : (
        <span className={styles.buttons}>
          <Button size="small" onClick={draft.discard}>
            {t('detail.discard')}
          </Button>
          <Button ref={save} size="small" type="primary" loading={draft.isSaving} onClick={draft.save}>
            {t('detail.save')}
          </Button>
        </span>
      )}
      {draft.hidden === null || draft.draft === null ? null : (
        <HiddenQuestion
          text={draft.draft.text}
          hidden={draft.hidden}
          anchor={save}
          onRemove={draft.removeHidden}
          onKeep={draft.keepHidden}
          onBack={draft.backFromHidden}
        />
      )}
    </footer>
  )
}
