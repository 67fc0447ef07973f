import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** A part of the detail under its own head. */
export function DetailSection(props: { title: string; about?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section}>
      <h4>
        {props.title}
        {props.about === undefined ? null : <span>{props.about}</span>}
      </h4>
      {props.children}
    </section>
  )
}
