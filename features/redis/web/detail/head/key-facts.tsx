import type { RouteReply } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { keyShow } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { sizeText } from '../model/bytes.ts'
import styles from '../rows/rows.module.css'

type Shown = RouteReply<typeof keyShow>

const COUNTED = ['hash', 'list', 'set', 'zset', 'stream'] as const

/** Entries, bytes, encoding and use of a key; what the server does not tell is left out. */
export function KeyFacts({ shown, locked }: { shown: Shown; locked: string }): ReactNode {
  const t = useRedisTexts()
  const { type, length, bytes, encoding, idleSeconds, frequency } = shown
  const counted = COUNTED.find((each) => each === type)
  return (
    <span className={styles.facts}>
      {length === null ? null : (
        <span>
          {type === 'string'
            ? sizeText(length)
            : t(`detail.countOf.${counted ?? 'other'}`, { count: length })}
        </span>
      )}
      {bytes === null ? null : <span title={t('detail.memory')}>{sizeText(bytes)}</span>}
      {encoding === null || encoding === '' ? null : <span title={t('detail.encoding')}>{encoding}</span>}
      {frequency !== null ? (
        <span>{t('detail.frequency', { count: frequency })}</span>
      ) : idleSeconds !== null ? (
        <span>{t('detail.idle', { seconds: formatQuantity(idleSeconds) })}</span>
      ) : null}
      {locked === '' ? null : (
        <Tag tone="warn" title={locked}>
          {locked}
        </Tag>
      )}
    </span>
  )
}
