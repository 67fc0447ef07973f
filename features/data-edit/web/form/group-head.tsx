import type { Field } from '@qd/protocol-model'
import { formatQuantity } from '@qd/web-base'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Name of an object or list inside a form; opens and closes it. */
export function GroupHead(props: {
  field: Field
  count?: number
  isOpen: boolean
  onToggle: () => void
}): ReactNode {
  const { field, count } = props
  return (
    <legend className={styles.legend}>
      <button type="button" className={styles.head} aria-expanded={props.isOpen} onClick={props.onToggle}>
        <ChevronRight size={13} aria-hidden />
        {field.name} <code className={styles.proto}>{field.fieldName}</code>
        {count === undefined ? null : <span className={styles.count}>{formatQuantity(count)}</span>}
      </button>
    </legend>
  )
}
