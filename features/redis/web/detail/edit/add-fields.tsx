import { formatQuantity } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import { isScore } from '../model/bulk-rows.ts'
import type { BulkRow, BulkType, DroppedLine } from '../model/bulk-rows.ts'
import styles from './save-dialogs.module.css'

export const EMPTY_ROW: BulkRow = { name: '', value: '' }
const DROPPED_SHOWN = 100

/** Types whose rows are a name alone. */
const isSingle = (type: BulkType): boolean => type === 'list' || type === 'set'

function RowInputs(props: {
  type: BulkType
  row: BulkRow
  number: number
  isOnly: boolean
  onChange: (row: BulkRow) => void
  onDrop: () => void
}): ReactNode {
  const { type, row, number } = props
  const t = useRedisTexts()
  const nameLabel = t(`detail.name.${type}`)
  const valueLabel = t(type === 'zset' ? 'detail.score' : 'detail.value')
  const isWrong = type === 'zset' && row.value !== '' && !isScore(row.value.trim())
  return (
    <div className={styles.pair}>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 6 }}
        className={styles.mono}
        aria-label={`${nameLabel} ${number}`}
        placeholder={nameLabel}
        data-first-focus={number === 1 ? '' : undefined}
        value={row.name}
        style={isSingle(type) ? { gridColumn: '1 / 3' } : {}}
        onChange={({ target }) => props.onChange({ ...row, name: target.value })}
      />
      {isSingle(type) ? null : (
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 8 }}
          className={styles.mono}
          aria-label={`${valueLabel} ${number}`}
          placeholder={valueLabel}
          status={isWrong ? 'error' : ''}
          value={row.value}
          onChange={({ target }) => props.onChange({ ...row, value: target.value })}
        />
      )}
      <IconButton
        isSmall
        label={t('detail.dropRow', { number })}
        disabled={props.isOnly}
        onClick={props.onDrop}
      >
        <X size={13} aria-hidden />
      </IconButton>
    </div>
  )
}

/** Rows typed one by one. */
export function TypedRows(props: {
  type: BulkType
  rows: readonly BulkRow[]
  onChange: (rows: readonly BulkRow[]) => void
}): ReactNode {
  const { type, rows, onChange } = props
  const t = useRedisTexts()
  return (
    <>
      {rows.map((row, at) => (
        <RowInputs
          key={at}
          type={type}
          row={row}
          number={at + 1}
          isOnly={rows.length === 1}
          onChange={(next) => onChange(rows.map((old, index) => (index === at ? next : old)))}
          onDrop={() => onChange(rows.filter((_row, index) => index !== at))}
        />
      ))}
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...rows, EMPTY_ROW])}
      >
        {t('detail.oneMore')}
      </Button>
    </>
  )
}

function Dropped({ dropped }: { dropped: readonly DroppedLine[] }): ReactNode {
  const t = useRedisTexts()
  if (dropped.length === 0) return null
  return (
    <ul className={styles.dropped} aria-label={t('detail.dropped', { count: dropped.length })}>
      <li>{t('detail.dropped', { count: dropped.length })}</li>
      {dropped.slice(0, DROPPED_SHOWN).map(({ line, text, reason }) => (
        <li key={line}>
          {t('detail.droppedLine', { line })} <code>{text.slice(0, 100)}</code>{' '}
          {t(`detail.droppedReason.${reason}`)}
        </li>
      ))}
    </ul>
  )
}

/** The Tab key stands for the tab between name and value, not for the way to the next field. */
function insertTab(event: KeyboardEvent<HTMLTextAreaElement>, onText: (text: string) => void): void {
  if (event.key !== 'Tab' || event.shiftKey) return
  event.preventDefault()
  const box = event.currentTarget
  box.setRangeText('\t', box.selectionStart, box.selectionEnd, 'end')
  onText(box.value)
}

/** Rows of a pasted text, and what of it is no row. */
export function PastedRows(props: {
  type: BulkType
  text: string
  count: number
  dropped: readonly DroppedLine[]
  onText: (text: string) => void
}): ReactNode {
  const { type, text, onText } = props
  const t = useRedisTexts()
  return (
    <>
      <p className={styles.hint}>{t(`detail.pasteHint.${type}`)}</p>
      <Input.TextArea
        rows={8}
        className={styles.mono}
        aria-label={t('detail.addPaste')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => (isSingle(type) ? undefined : insertTab(event, onText))}
      />
      <p className={styles.hint}>
        {t('detail.pasted', { count: props.count, shown: formatQuantity(props.count) })}
      </p>
      <Dropped dropped={props.dropped} />
    </>
  )
}
