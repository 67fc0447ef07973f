import { formatQuantity, useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Input } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ItemNames } from '../use-item-names.ts'
import type { GiftRow, ReadRows } from './gift-rows.ts'
import { GiftQuantity } from './gift-view.tsx'
import styles from './gift.module.css'

import { ItemPick } from './item-pick.tsx'

interface ListProps {
  rows: readonly GiftRow[]
  read: ReadRows
  items: ItemNames
  /** The most of an item that one use may give one player, by its number. */
  limits: ReadonlyMap<string, string>
  isDisabled?: boolean | undefined
  onChange: (rows: readonly GiftRow[]) => void
}

function EntryRow({ row, at, list }: { row: GiftRow; at: number; list: ListProps }): ReactNode {
  const t = useTexts('properties')
  const { rows, read, items, limits, isDisabled, onChange } = list
  const faults = read.faults.get(row.id)
  const limit = limits.get(row.number)
  const put = (part: Partial<GiftRow>) =>
    onChange(rows.map((each) => (each.id === row.id ? { ...each, ...part } : each)))
  const first = rows.find(({ number }) => number === row.number && number !== '')
  const isAgain = first !== undefined && first.id !== row.id
  const isTime = items.isTime(row.number)
  const rule = faults?.number ?? faults?.quantity
  const order = { row: at + 1 }
  return (
    <div className={styles.row}>
      <ItemPick
        items={items}
        label={t('gift.item', order)}
        value={row.number}
        isDisabled={isDisabled}
        fault={faults?.number ?? null}
        onChange={(number) => put({ number })}
      />
      <Input
        className={styles.quantity}
        inputMode="numeric"
        aria-label={t('gift.quantity', order)}
        placeholder={t('gift.quantityHint')}
        aria-invalid={faults?.quantity !== undefined}
        status={faults?.quantity === undefined ? '' : 'error'}
        disabled={isDisabled === true}
        value={row.quantity}
        onChange={({ target }) => put({ quantity: target.value })}
      />
      <IconButton
        label={t('gift.remove', order)}
        disabled={isDisabled === true}
        onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
      >
        <X size={14} aria-hidden />
      </IconButton>
      {rule === undefined ? null : (
        <span role="alert" className={styles.fault}>
          {t(`gift.rule.${rule}`)}
        </span>
      )}
      {limit === undefined && !isAgain && !isTime ? null : (
        <span className={styles.note}>
          {isTime && rule === undefined ? <GiftQuantity quantity={row.quantity} isTime /> : null}
          {limit === undefined ? null : t('gift.limit', { limit: formatQuantity(limit) })}
          {isAgain ? ` ${t('gift.again', { row: rows.indexOf(first) + 1 })}` : null}
        </span>
      )}
    </div>
  )
}

/** A row for each entry: item, quantity, what limits it. */
export function GiftList(props: ListProps): ReactNode {
  return (
    <div className={styles.rows}>
      {props.rows.map((row, at) => (
        <EntryRow key={row.id} row={row} at={at} list={props} />
      ))}
    </div>
  )
}
