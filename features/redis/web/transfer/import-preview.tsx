import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ImportPreview } from '../../contract/index.ts'
import { bytesId, shownBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import styles from './transfer.module.css'

/** What a file would bring, and which of its lines cannot be taken; nothing has happened yet. */
export function Found({ preview }: { preview: ImportPreview }): ReactNode {
  const t = useRedisTexts()
  const { keys, types, existing, ending, sample, faults, faultCount } = preview
  return (
    <section className={styles.found}>
      <p className={styles.what}>
        {keys === 0 ? t('transfer.import.none') : t('transfer.import.keys', { count: keys })}
      </p>
      <p className={styles.facts} hidden={keys === 0}>
        {types.map((each) => (
          <Tag key={each.type} tone="neutral">
            {`${each.type || '?'} ${formatQuantity(each.keys)}`}
          </Tag>
        ))}
        <span>{t('transfer.import.existing', { count: existing })}</span>
        <span>{t('transfer.import.ending', { count: ending })}</span>
      </p>
      {sample.length === 0 ? null : (
        <ul className={styles.sample} aria-label={t('transfer.import.sample')}>
          {sample.map((key) => (
            <li key={bytesId(key)}>{shownBytes(key)}</li>
          ))}
          {keys > sample.length ? <li>…</li> : null}
        </ul>
      )}
      {faultCount === 0 ? null : (
        <div role="alert" className={styles.faults}>
          <p>{t('transfer.import.faults', { count: faultCount })}</p>
          <ul>
            {faults.map(({ line, reason }) => (
              <li key={line}>{t('transfer.import.fault', { line, reason })}</li>
            ))}
            {faultCount > faults.length ? <li>…</li> : null}
          </ul>
        </div>
      )}
    </section>
  )
}
