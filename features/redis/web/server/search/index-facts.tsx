import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { SearchIndex } from '../../../contract/index.ts'
import { bytesId, shownBytes, sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import { Facts } from '../parts/facts.tsx'
import type { Fact } from '../parts/facts.tsx'
import styles from './search.module.css'

function Schema({ index }: { index: SearchIndex }): ReactNode {
  const t = useRedisTexts()
  const { fields, prefixes, keyType } = index
  return (
    <details className={styles.schema}>
      <summary>{t('server.indexes.schema', { count: fields.length })}</summary>
      {prefixes.length === 0 ? null : (
        <p>
          {t('server.indexes.prefixes')}: {keyType}{' '}
          <span className="qd-mono">{prefixes.map(shownBytes).join(', ')}</span>
        </p>
      )}
      <ul aria-label={t('server.indexes.fields')}>
        {fields.map(({ name, from, type, options }) => (
          <li key={bytesId(name)}>
            <span className="qd-mono">{shownBytes(name)}</span>
            <Tag>{type}</Tag>
            {from === null ? null : <span className="qd-mono">{shownBytes(from)}</span>}
            <small>{options}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What is in an index, how far it has come, and its fields; or why it says nothing. */
export function IndexFacts({ index }: { index: SearchIndex }): ReactNode {
  const t = useRedisTexts()
  if (index.msg !== '') {
    return (
      <p role="alert" className={styles.fault}>
        {index.msg}
      </p>
    )
  }
  const { documents, terms, records, bytes, failures, isIndexing, indexed } = index
  const counted = (
    label: string,
    value: number | null,
    text: (value: number) => string = formatQuantity,
  ): Fact[] => (value === null ? [] : [{ label, value: text(value) }])
  const percent = Math.floor(indexed * 100)
  const state =
    isIndexing || indexed < 1 ? t('server.indexes.indexing', { percent }) : t('server.indexes.ready')
  return (
    <>
      <Facts
        label={shownBytes(index.name)}
        facts={[
          ...counted(t('server.indexes.documents'), documents),
          ...counted(t('server.indexes.terms'), terms),
          ...counted(t('server.indexes.records'), records),
          ...counted(t('server.indexes.size'), bytes, sizeText),
          {
            label: t('server.indexes.state'),
            value: state,
            ...(failures === 0 ? {} : { more: t('server.indexes.failures', { count: failures }) }),
          },
        ]}
      />
      <Schema index={index} />
    </>
  )
}
