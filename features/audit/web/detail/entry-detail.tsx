import { useCall } from '@qd/web-calls'
import { IconButton, LoadingRows, Panel, RiskTag, Tag, Time, ZoneNote } from '@qd/web-controls'
import { CopyButton, EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditGet } from '../../contract/index.ts'
import type { AuditDetail } from '../../contract/index.ts'
import type { FilterTexts } from '../filter/audit-filter.ts'
import { entryPlace } from '../list/place-text.ts'
import type { PlaceNames } from '../list/place-text.ts'
import { ResultTag } from '../list/result-tag.tsx'
import { useAuditTexts } from '../texts.ts'
import { fieldText } from '../words/field-text.ts'
import { TargetWords } from '../words/target-words.tsx'
import { ValueWords } from '../words/value-words.tsx'
import { DiffView } from './diff-view.tsx'
import styles from './entry-detail.module.css'
import { notedChanges, otherNotes } from './noted-changes.ts'

export interface EntryDetailProps {
  seq: number
  places: PlaceNames
  nameOf: (id: string) => string
  /** Shows the rows of this filter alone. */
  onFind: (only: Partial<FilterTexts>) => void
  onOpen: (seq: number) => void
  onClose: () => void
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Facts({ entry }: { entry: AuditDetail }): ReactNode {
  const t = useAuditTexts()
  return (
    <dl className={styles.facts}>
      <Fact label={t('column.time')}>
        <Time at={entry.at} />
      </Fact>
      <Fact label={t('column.scope')}>
        <span title={entry.scope}>{entryPlace(entry, t('everywhere'))}</span>{' '}
        <code className={styles.id}>{entry.scope}</code>
      </Fact>
      {entry.reason === '' ? null : <Fact label={t('column.reason')}>{entry.reason}</Fact>}
      {entry.status === null || entry.status === 0 ? null : (
        <Fact label={t('detail.code')}>
          <span className="qd-mono">{`${entry.status} ${entry.code}`}</span>
        </Fact>
      )}
      {entry.durationMs === null ? null : (
        <Fact label={t('detail.duration')}>{t('detail.ms', { ms: entry.durationMs })}</Fact>
      )}
      <Fact label={t('detail.address')}>
        <span className="qd-mono">{entry.address || '–'}</span>
      </Fact>
      <Fact label={t('detail.request')}>
        <span className={styles.copied}>
          <span className="qd-mono">{entry.requestId || '–'}</span>
          {entry.requestId === '' ? null : (
            <CopyButton text={entry.requestId} label={t('detail.copyRequest')} />
          )}
        </span>
      </Fact>
    </dl>
  )
}

function Changes({ entry, places }: { entry: AuditDetail; places: PlaceNames }): ReactNode {
  const t = useAuditTexts()
  const differences = notedChanges(entry)
  const others = otherNotes(entry)
  return (
    <>
      <section className={styles.part}>
        <h3>{t('detail.changes')}</h3>
        {differences === null || differences.length === 0 ? (
          <p className={styles.none}>
            {t(differences === null ? 'detail.noChanges' : 'detail.sameAsBefore')}
          </p>
        ) : (
          <DiffView differences={differences} places={places} />
        )}
      </section>
      {others.length === 0 ? null : (
        <section className={styles.part}>
          <h3>{t('detail.noted')}</h3>
          <dl className={styles.notes}>
            {others.map(([key, value]) => (
              <Fact key={key} label={fieldText(key)}>
                <ValueWords field={key} value={value} places={places} />
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

function Neighbours({ entry, onOpen }: Pick<EntryDetailProps, 'onOpen'> & { entry: AuditDetail }) {
  const t = useAuditTexts()
  if (entry.neighbours.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{t('detail.neighbours')}</h3>
      <ul className={styles.neighbours}>
        {entry.neighbours.map((each) => (
          <li key={each.seq}>
            <button type="button" onClick={() => onOpen(each.seq)}>
              <Time at={each.at} />
              <span className={styles.grow}>{each.actionTitle}</span>
              {each.requestId === entry.requestId ? <Tag tone="theme">{t('detail.sameCall')}</Tag> : null}
              <ResultTag entry={each} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Raw({ entry }: { entry: AuditDetail }): ReactNode {
  const t = useAuditTexts()
  const { neighbours: _left, ...row } = entry
  const text = JSON.stringify(row, null, 2)
  return (
    <details className={styles.part}>
      <summary>{t('detail.raw')}</summary>
      <div className={styles.raw}>
        <CopyButton text={text} label={t('detail.copyRaw')} />
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <pre tabIndex={0}>{text}</pre>
      </div>
    </details>
  )
}

function Whole({ entry, ...rest }: EntryDetailProps & { entry: AuditDetail }): ReactNode {
  const t = useAuditTexts()
  const { onFind } = rest
  return (
    <div className={styles.whole}>
      <div className={styles.sentence}>
        <p>
          <strong>{entry.actor || t('detail.nobody')}</strong> <span aria-hidden>·</span>{' '}
          <span title={entry.action}>{entry.actionTitle}</span>
          {entry.target === '' ? null : (
            <>
              {' '}
              <span aria-hidden>→</span> <TargetWords entry={entry} nameOf={rest.nameOf} />
            </>
          )}
        </p>
        <div className={styles.tags}>
          <ResultTag entry={entry} />
          <RiskTag risk={entry.risk} />
        </div>
        {entry.result === 'unknown' ? <p className={styles.warning}>{t('detail.unknownHint')}</p> : null}
      </div>
      <Facts entry={entry} />
      <div className={styles.links}>
        {entry.actorId === '' ? null : (
          <Button size="small" onClick={() => onFind({ actor: entry.actorId })}>
            {t('detail.samePerson')}
          </Button>
        )}
        {entry.target === '' ? null : (
          <Button size="small" onClick={() => onFind({ target: entry.target })}>
            {t('detail.sameTarget')}
          </Button>
        )}
        {entry.requestId === '' ? null : (
          <Button size="small" onClick={() => onFind({ requestId: entry.requestId })}>
            {t('detail.sameRequest')}
          </Button>
        )}
        {entry.sessionId === '' ? null : (
          <Button size="small" onClick={() => onFind({ sessionId: entry.sessionId })}>
            {t('detail.sameSession')}
          </Button>
        )}
      </div>
      <Changes entry={entry} places={rest.places} />
      <Neighbours entry={entry} onOpen={rest.onOpen} />
      <section className={styles.part}>
        <h3>{t('detail.links', { seq: entry.seq })}</h3>
        <dl className={styles.hashes}>
          <Fact label={t('detail.prevHash')}>{entry.prevHash}</Fact>
          <Fact label={t('detail.hash')}>{entry.hash}</Fact>
          {entry.outcome === null ? null : <Fact label={t('detail.outcomeHash')}>{entry.outcome.hash}</Fact>}
        </dl>
      </section>
      <Raw entry={entry} />
    </div>
  )
}

/** One entry: who did what to whom, what changed, and where it stands in the chain. */
export function EntryDetail(props: EntryDetailProps): ReactNode {
  const t = useAuditTexts()
  const { seq, onClose } = props
  const query = useCall(auditGet, { body: { seq } }, { tag: 'audit:detail.title', told: 'inline' })
  const close = (
    <IconButton label={t('detail.close')} onClick={onClose}>
      <X size={15} aria-hidden />
    </IconButton>
  )
  return (
    <Panel
      title={t('detail.title')}
      count={`#${seq}`}
      actions={close}
      status={<ZoneNote />}
      className={styles.panel}
    >
      {query.isPending ? <LoadingRows rows={8} rowHeight={33} /> : null}
      {query.isError && query.error.httpStatus === 404 ? (
        <EmptyState title={query.error.message} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? null : <Whole key={seq} {...props} entry={query.data} />}
    </Panel>
  )
}
