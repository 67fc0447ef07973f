import { EmptyState } from '@qd/web-frame'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import styles from './detail.module.css'

/** A type of a module: what it tells of itself, in rows. */
export function InfoBody(props: {
  type: string
  info: readonly { name: string; value: string }[]
  facts: ReactNode
}): ReactNode {
  const { type, info } = props
  const t = useRedisTexts()
  return (
    <div className={styles.info}>
      <div className={styles.infoFacts}>{props.facts}</div>
      <EmptyState
        icon={<CircleHelp />}
        title={t('detail.unsupported', { type })}
        hint={t('detail.unsupportedHint')}
      />
      {info.length === 0 ? null : (
        <dl className={styles.infoRows}>
          {info.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
