import { EmptyState } from '@qd/web-frame'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RedisBytes } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import styles from './detail.module.css'
import { bytesId, shownBytes } from './model/bytes.ts'

/** A type of a module: what it tells of itself, and some of what it holds, in rows. */
export function InfoBody(props: {
  type: string
  info: readonly { name: string; value: string }[]
  items: readonly { name: RedisBytes; value: string }[]
  facts: ReactNode
}): ReactNode {
  const { type, info, items } = props
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
      {items.length === 0 ? null : (
        <>
          <h3 className={styles.infoHead}>{t('detail.items')}</h3>
          <dl className={styles.infoRows} aria-label={t('detail.items')}>
            {items.map(({ name, value }) => (
              <div key={bytesId(name)}>
                <dt>{shownBytes(name)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
