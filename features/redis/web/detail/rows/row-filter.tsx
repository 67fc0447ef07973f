import { IconButton } from '@qd/web-controls'
import { Checkbox, Input } from 'antd'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import type { RowFilter, RowType } from './use-rows.ts'
import styles from './rows.module.css'

/** After the last key stroke. */
const DELAY_MS = 350

/** A text that takes effect a moment after typing, or at once with Enter. */
function LateInput(props: {
  label: string
  value: string
  className: string | undefined
  hasIcon?: boolean
  onChange: (value: string) => void
}): ReactNode {
  const { value, onChange } = props
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  // The filter was taken back elsewhere.
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => onChange(typed), DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <Input
      size="small"
      allowClear
      className={props.className}
      prefix={props.hasIcon === true ? <Search size={13} aria-hidden /> : undefined}
      aria-label={props.label}
      placeholder={props.label}
      title={props.label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={() => onChange(typed)}
    />
  )
}

const RANGED: ReadonlySet<RowType> = new Set(['list', 'zset', 'stream'])
/** Types that Redis keeps in an order that can be read from both ends. */
const ORDERED: ReadonlySet<RowType> = new Set(['list', 'zset', 'stream'])

/** Which entries of a key are shown, and in which order. */
export function RowFilterBar(props: {
  type: RowType
  filter: RowFilter
  onChange: (filter: RowFilter) => void
}): ReactNode {
  const { type, filter, onChange } = props
  const t = useRedisTexts()
  return (
    <>
      <LateInput
        label={t(`detail.filter.${type}`)}
        value={filter.filter}
        className={styles.filter}
        hasIcon
        onChange={(text) => onChange({ ...filter, filter: text })}
      />
      {type === 'hash' ? (
        <Checkbox
          checked={filter.inValues}
          onChange={({ target }) => onChange({ ...filter, inValues: target.checked })}
        >
          {t('detail.inValues')}
        </Checkbox>
      ) : null}
      {RANGED.has(type) ? (
        <>
          <LateInput
            label={t(`detail.from.${rangeOf(type)}`)}
            value={filter.from}
            className={styles.range}
            onChange={(from) => onChange({ ...filter, from })}
          />
          <LateInput
            label={t(`detail.to.${rangeOf(type)}`)}
            value={filter.to}
            className={styles.range}
            onChange={(to) => onChange({ ...filter, to })}
          />
        </>
      ) : null}
      {ORDERED.has(type) ? (
        <IconButton
          isSmall
          label={t(filter.isDescending ? 'detail.descending' : 'detail.ascending')}
          aria-pressed={filter.isDescending}
          onClick={() => onChange({ ...filter, isDescending: !filter.isDescending })}
        >
          {filter.isDescending ? (
            <ArrowDownWideNarrow size={15} aria-hidden />
          ) : (
            <ArrowUpNarrowWide size={15} aria-hidden />
          )}
        </IconButton>
      ) : null}
    </>
  )
}

function rangeOf(type: RowType): 'index' | 'score' | 'id' {
  if (type === 'list') return 'index'
  return type === 'zset' ? 'score' : 'id'
}
