import { LoadingRows, Panel, Tag } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import type { SchemaChangeCode } from '@qd/proto-wire'
import { useCall } from '@qd/web-calls'
import { GitCompareArrows, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { definitionCompare } from '../../contract/index.ts'
import type { DefinitionChange, DocModel } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compare-view.module.css'
import { itemOfPath } from './item-of-path.ts'
import type { DocPlace } from './doc-address.ts'
import { shortHash } from './short-hash.ts'
import type { DocServer } from './use-definition.ts'

function ChangeRow(props: { change: DefinitionChange; model: DocModel; place: DocPlace }): ReactNode {
  const { change, model, place } = props
  const t = useSimulatorTexts()
  const target = itemOfPath(change, model)
  return (
    <li className={styles.row} data-breaking={change.isBreaking}>
      <span className={styles.what}>
        {change.isBreaking ? <Tag tone="error">{t('doc.breaking')}</Tag> : null}
        {t(`doc.change.${change.code as SchemaChangeCode}`)}
      </span>
      <span className={styles.path}>
        {target === null ? change.path : <Link to={place.to(target)}>{change.path}</Link>}
      </span>
      {change.before === '' && change.after === '' ? null : (
        <span className={styles.values}>
          {change.before === '' ? null : <del>{change.before}</del>}
          {change.after === '' ? null : <ins>{change.after}</ins>}
        </span>
      )}
    </li>
  )
}

interface CompareViewProps {
  server: DocServer
  from: string
  to: string
  model: DocModel
  place: DocPlace
}

/** What differs between two versions, what breaks first. */
export function CompareView({ server, from, to, model, place }: CompareViewProps): ReactNode {
  const t = useSimulatorTexts()
  const { data, error, refetch } = useCall(
    definitionCompare,
    { body: { ...server, against: from, hash: to } },
    { tag: 'simulator:doc.compare', told: 'inline', staleTimeMs: Infinity },
  )
  return (
    <Panel
      title={t('doc.compareTitle', { from: shortHash(from), to: shortHash(to) })}
      icon={<GitCompareArrows size={15} aria-hidden />}
      count={data?.total}
      actions={
        <>
          {data === undefined || data.breaking === 0 ? null : (
            <Tag tone="error">{t('doc.breakingCount', { n: data.breaking })}</Tag>
          )}
          <Link
            className={styles.close}
            to={place.to({})}
            aria-label={t('doc.closeCompare')}
            title={t('doc.closeCompare')}
          >
            <X size={15} aria-hidden />
          </Link>
        </>
      }
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={8} />
        )
      ) : data.total === 0 ? (
        <EmptyState title={t('doc.same')} />
      ) : (
        <ul className={styles.list}>
          {data.changes.map((change) => (
            <ChangeRow
              key={`${change.code} ${change.path} ${change.after}`}
              change={change}
              model={model}
              place={place}
            />
          ))}
          {data.total > data.changes.length ? (
            <li className={styles.row}>{t('doc.more', { n: data.total - data.changes.length })}</li>
          ) : null}
        </ul>
      )}
    </Panel>
  )
}
