import { LoadingRows, Panel, Tag, Time } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DefinitionVersion } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { DocAddress, DocPlace } from './doc-address.ts'
import { shortHash } from './short-hash.ts'
import type { useVersions } from './use-versions.ts'
import styles from './version-panel.module.css'

interface RowProps {
  version: DefinitionVersion
  /** Hash of the one the server has now; empty while nobody knows. */
  current: string
  isShown: boolean
  /** What it is compared with; null: there is nothing. */
  compared: Pick<DocAddress, 'version' | 'against'> | null
  place: DocPlace
}

/** The one the server has now is named by no hash in the address. */
const inAddress = (hash: string, current: string) => (hash === current ? '' : hash)

/** The one in view is compared with what stood before it, any other with the one in view; the older one comes first. */
function comparedWith(
  versions: readonly DefinitionVersion[],
  index: number,
  { shown, current }: { shown: string; current: string },
): RowProps['compared'] {
  const shownAt = versions.findIndex(({ hash }) => hash === shown)
  const row = versions[index]
  if (row === undefined || shownAt < 0) return null
  if (index === shownAt) {
    // The one before may have been deleted since.
    const isKept = versions.some(({ hash }) => hash === row.previous)
    return isKept ? { version: inAddress(row.hash, current), against: row.previous } : null
  }
  const [newer, older] = [versions[Math.min(index, shownAt)], versions[Math.max(index, shownAt)]]
  return { version: inAddress(newer?.hash ?? '', current), against: older?.hash ?? '' }
}

function Differences({ version }: { version: DefinitionVersion }): ReactNode {
  const t = useSimulatorTexts()
  if (version.previous === '') return <span>{t('doc.firstVersion')}</span>
  return (
    <>
      <span>
        {version.changes === null ? t('doc.notCompared') : t('doc.changeCount', { n: version.changes })}
      </span>
      {version.breaking === 0 ? null : (
        <Tag tone="error">{t('doc.breakingCount', { n: version.breaking })}</Tag>
      )}
    </>
  )
}

function VersionRow({ version, current, isShown, compared, place }: RowProps): ReactNode {
  const t = useSimulatorTexts()
  const own = inAddress(version.hash, current)
  return (
    <li className={styles.row} data-shown={isShown}>
      <div className={styles.line}>
        <Link className={styles.hash} to={place.to({ version: own, field: place.address.field })}>
          {shortHash(version.hash)}
        </Link>
        {version.hash === current ? <Tag tone="ok">{t('doc.current')}</Tag> : null}
        <span className={styles.time}>
          <Time at={version.firstAt} />
        </span>
      </div>
      <div className={styles.line}>
        <Differences version={version} />
        <span className={styles.by} title={version.firstBy}>
          {version.firstBy}
        </span>
        {compared === null ? null : (
          <Link
            className={styles.compare}
            to={place.to(compared)}
            title={t('doc.compareTitle', {
              from: shortHash(compared.against),
              to: shortHash(compared.version || current),
            })}
          >
            {t('doc.compare')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** The versions a server's definitions had, with what broke from one to the next. */
export function VersionPanel(props: {
  versions: ReturnType<typeof useVersions>
  /** Hash of the one in view. */
  shown: string
  /** Hash of the one the server has now; empty while nobody knows. */
  current: string
  place: DocPlace
}): ReactNode {
  const { versions, shown, current, place } = props
  const t = useSimulatorTexts()
  const list = versions.data?.versions
  return (
    <Panel
      className={styles.panel ?? ''}
      title={t('doc.versions')}
      icon={<History size={15} aria-hidden />}
      count={list?.length}
      status={list === undefined ? undefined : t('doc.versionsKept', { n: versions.data?.mostVersions ?? 0 })}
    >
      {list === undefined ? (
        versions.error ? (
          <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
        ) : (
          <LoadingRows rows={3} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={t('doc.noVersions')} />
      ) : (
        <ul className={styles.list}>
          {list.map((version, index) => (
            <VersionRow
              key={version.hash}
              version={version}
              current={current}
              compared={comparedWith(list, index, { shown, current })}
              isShown={version.hash === shown}
              place={place}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
