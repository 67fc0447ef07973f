import { formatQuantity } from '@qd/web-base'
import { EnvironmentTag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import styles from './bulk.module.css'
import type { SortedList } from './use-bulk.ts'

/** How many players of the list each server has; one server says nothing new. */
export function ServerCounts({ servers }: Pick<SortedList, 'servers'>): ReactNode {
  if (servers.length < 2) return null
  const isMixed = new Set(servers.map(({ environment }) => environment)).size > 1
  return (
    <ul className={styles.servers}>
      {servers.map(({ sId, name, lineId, players, environment }) => (
        <li key={`${lineId}/${sId}`}>
          {isMixed ? <EnvironmentTag environment={environment} /> : null}
          <span>{`S${sId} ${name}`}</span>
          <b>{formatQuantity(players)}</b>
        </li>
      ))}
    </ul>
  )
}
