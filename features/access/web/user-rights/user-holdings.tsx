import { Tag } from '@qd/web-controls'
import type { WebSlots } from '@qd/web-frame'
import type { ComponentProps, ReactNode } from 'react'
import { GrantWords } from '../words/grant-words.tsx'
import styles from './user-rights.module.css'

/** What a user holds in one line. A list has room for one grant; the others are counted. */
export default function UserHoldings({
  grants,
  groups,
}: ComponentProps<NonNullable<WebSlots['userHoldings']>>): ReactNode {
  const [first] = grants
  const rest = grants.length - 1
  return (
    <span className={styles.holdings}>
      {first === undefined ? null : <GrantWords grant={first} isOneLine />}
      {rest > 0 ? <Tag>+{rest}</Tag> : null}
      {groups.map(({ id, name }) => (
        <Tag key={id} tone="theme">
          {name}
        </Tag>
      ))}
    </span>
  )
}
