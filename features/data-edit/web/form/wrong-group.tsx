import type { Field } from '@qd/protocol-model'
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** A list or an object that is none: what is wrong with it, and nothing to edit. */
export function WrongGroup({ field, wrong }: { field: Field; wrong: string }): ReactNode {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {field.name} <code className={styles.proto}>{field.fieldName}</code>
      </legend>
      <p className={styles.wrong}>{wrong}</p>
    </fieldset>
  )
}
