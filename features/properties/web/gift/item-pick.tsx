import { useTexts } from '@qd/web-base'
import { PickInput } from '@qd/web-controls/fields'
import type { ReactNode } from 'react'
import type { ItemNames } from '../use-item-names.ts'
import styles from './gift.module.css'

const FIELD = { name: '', type: 'int64', fieldName: 'number', comment: '' }

/** An item by number, name or pinyin. */
export function ItemPick(props: {
  items: ItemNames
  label: string
  value: string
  isDisabled?: boolean | undefined
  fault?: string | null
  onChange: (number: string) => void
}): ReactNode {
  const t = useTexts('properties')
  return (
    <span className={styles.item}>
      <PickInput
        field={FIELD}
        choices={props.items.choices}
        value={props.value}
        label={props.label}
        placeholder={t('search')}
        fault={props.fault ?? null}
        {...(props.isDisabled === true ? { isReadOnly: true } : {})}
        onCommit={(value) => props.onChange(String(value))}
      />
    </span>
  )
}
