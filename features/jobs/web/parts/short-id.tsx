import { shortId } from '@qd/web-base'
import type { ReactNode } from 'react'
import styles from './short-id.module.css'

/** The end of a job's id, to tell jobs of one name apart; the whole id is its tooltip. */
export function ShortId({ id }: { id: string }): ReactNode {
  return (
    <span className={`qd-mono ${styles.id}`} title={id}>
      {shortId(id)}
    </span>
  )
}
