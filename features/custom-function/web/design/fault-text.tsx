import type { ReactNode } from 'react'
import { faultsAt, useDesign } from './design-context.ts'
import styles from './design.module.css'

/** What is wrong at a place of the definition, below its input. */
export function FaultText({ path, isDeep = false }: { path: string; isDeep?: boolean }): ReactNode {
  const { faults } = useDesign()
  return faultsAt(faults, path, isDeep).map((fault) => (
    <span key={`${fault.path} ${fault.code}`} className={styles.fault} role="alert" data-fault={fault.path}>
      {fault.msg}
    </span>
  ))
}
