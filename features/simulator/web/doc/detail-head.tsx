import { Tag } from '@qd/web-controls'
import { ExternalLink, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DocModel } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './detail.module.css'
import type { DocItem, DocPlace } from './doc-address.ts'
import { useRecordId } from './record-address.ts'
import { useYapi } from './use-yapi.ts'

interface DetailHeadProps {
  item: DocItem
  /** Null for player data, which other documentation does not have. */
  model: DocModel | null
  name: string
  /** In small mono below the name. */
  fullName: string
  comment: string
  isDeprecated?: boolean
  tags?: readonly string[]
  place: DocPlace
  /** Full name of the request it can be tried with; empty: none. */
  tryMessage?: string
}

/** What it is called, what it is for, and the ways to it and from it. */
export function DetailHead(props: DetailHeadProps): ReactNode {
  const t = useSimulatorTexts()
  const { item, model, place, tryMessage = '', isDeprecated = false } = props
  const yapi = useYapi(item, model)
  const recordId = useRecordId()
  const tryIt = new URLSearchParams({
    message: tryMessage,
    ...(recordId === '' ? {} : { record: recordId }),
  }).toString()
  return (
    <header>
      <div className={styles.head}>
        <h3 data-deprecated={isDeprecated}>{props.name}</h3>
        {(props.tags ?? []).map((tag) => (
          <Tag key={tag} tone="theme">
            {tag}
          </Tag>
        ))}
        {isDeprecated ? <Tag tone="warn">{t('doc.deprecated')}</Tag> : null}
        <div className={styles.actions}>
          {yapi === '' ? null : (
            <a className={styles.outside} href={yapi} target="_blank" rel="noopener noreferrer">
              {t('doc.yapi')}
              <ExternalLink size={13} aria-hidden />
            </a>
          )}
          <CopyLink path={place.to({ item })} label={t('doc.copyLink')} />
          {tryMessage === '' ? null : (
            <Link className={styles.try} to={`/mock?${tryIt}`}>
              <Send size={13} aria-hidden />
              {t('doc.tryIt')}
            </Link>
          )}
        </div>
      </div>
      <p className={styles.full}>{props.fullName}</p>
      {props.comment === '' ? null : <p className={styles.comment}>{props.comment}</p>}
    </header>
  )
}
