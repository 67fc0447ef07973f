import { useField } from '@qd/web-forms'
import type { ReactNode } from 'react'
import type { RoleGrant } from '../../contract/index.ts'
import { GrantAdder } from './grant-adder.tsx'
import { grantKey } from './grant-key.ts'
import { GrantList } from './grant-list.tsx'
import styles from './grants.module.css'

/** Several grants as one field of a form. */
export function GrantsField(props: { name: string; label: string; none: string }): ReactNode {
  const field = useField(props.name)
  const grants = (field.value as RoleGrant[] | undefined) ?? []
  const without = (gone: RoleGrant) => grants.filter((grant) => grantKey(grant) !== grantKey(gone))
  return (
    <div role="group" aria-label={props.label} id={field.id} tabIndex={-1} className={styles.field}>
      <span className={styles.legend}>{props.label}</span>
      <GrantList grants={grants} none={props.none} onTake={(grant) => field.set(without(grant))} />
      <GrantAdder onAdd={(grant) => field.set([...without(grant), grant])} />
      {field.error === undefined ? null : (
        <p role="alert" className={styles.warning}>
          {field.error}
        </p>
      )}
    </div>
  )
}
