import { formatQuantity } from '@qd/web-base'
import { IconButton, useNow } from '@qd/web-controls'
import { copyAloud, toast } from '@qd/web-frame'
import { Button } from 'antd'
import {
  CircleAlert,
  Clock,
  Copy,
  Download,
  Equal,
  FolderInput,
  FolderOutput,
  Infinity as NoEnd,
  ListChecks,
  PlugZap,
  Plus,
  SearchX,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { KEY_JOB_LIMITS } from '../../contract/index.ts'
import { copiedBytes, shownBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import { openExport } from '../transfer/export-dialog.tsx'
import { showKey } from '../workspace/workspace.ts'
import { openBulk } from './bulk-dialog.tsx'
import type { BulkKind } from './bulk-dialog.tsx'
import { timeLeft } from './facts-cache.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import styles from './keys.module.css'
import { copyKinds, mayEdit } from './may-edit.ts'
import { Notice } from './notice.tsx'
import { openNewKey } from './open-new-key.tsx'
import { leftText, sizeText } from './time-left.ts'
import { SortNotices } from './sort-notices.tsx'
import { TypeBadge } from './type-badge.tsx'
import { MOST_LINES } from './use-key-scroll.ts'

const ICON = { size: 14, 'aria-hidden': true } as const

/** What was looked for by its exact name. */
function Found({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const found = useKeys(session, (state) => state.found)
  const now = useNow(1_000)
  if (found === null) return null
  const known = session.facts.get(found.key)
  const name = shownBytes(found.key)
  const close = (
    <IconButton isSmall label={t('keys.found.close')} onClick={() => session.set({ found: null })}>
      <X size={13} aria-hidden />
    </IconButton>
  )
  if (found.type === 'none') {
    const make =
      mayEdit(session.database) === null && typeof found.key === 'string' ? (
        <Button size="small" icon={<Plus {...ICON} />} onClick={() => openNewKey(session, name)}>
          {t('keys.create.title')}
        </Button>
      ) : null
    return (
      <Notice
        tone="warn"
        icon={<SearchX {...ICON} />}
        action={
          <>
            {make}
            {close}
          </>
        }
      >
        {t('keys.found.none', { name })}
      </Notice>
    )
  }
  return (
    <div className={styles.found}>
      <button
        type="button"
        className={styles.foundKey}
        title={name}
        onClick={() => showKey({ databaseId: session.database.id, key: found.key })}
      >
        <TypeBadge type={found.type} />
        <span className={styles.foundName}>{name}</span>
        <span className={styles.left}>{known === undefined ? '' : leftText(timeLeft(known, now))}</span>
      </button>
      <Button size="small" onClick={() => void session.reveal(found.key)}>
        {t('keys.found.show')}
      </Button>
      {close}
    </div>
  )
}

/** A pattern that is the name of a key, and was read as that. */
function ReadAsName({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const pattern = useKeys(session, ({ params }) => params.pattern)
  const isName = useKeys(session, ({ progress }) => progress?.isName === true)
  if (!isName) return null
  return (
    <Notice
      tone="info"
      icon={<Equal {...ICON} />}
      action={
        <Button size="small" onClick={() => void session.scan({ pattern, isGlob: true })}>
          {t('keys.readAsName.pattern')}
        </Button>
      }
    >
      {t('keys.readAsName.told', { name: pattern })}
    </Notice>
  )
}

function Selection({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const chosen = useKeys(session, (state) => state.chosen)
  if (chosen.size === 0) return null
  const isEditable = mayEdit(session.database) === null
  const bulk = (kind: BulkKind): void => {
    if (chosen.size > KEY_JOB_LIMITS.named)
      toast.warning(t('keys.bulk.tooMany', { count: KEY_JOB_LIMITS.named }))
    else openBulk(session, { kind: 'keys', keys: [...chosen.values()] }, kind)
  }
  const exportChosen = (): void => openExport(session.database, { kind: 'keys', keys: [...chosen.values()] })
  const names = (): string => [...chosen.values()].map(copiedBytes).join('\n')
  return (
    <div className={styles.selection}>
      <span role="status">{t('keys.chosen', { count: chosen.size })}</span>
      <IconButton isSmall label={t('keys.copyChosen')} onClick={() => void copyAloud(names())}>
        <Copy {...ICON} />
      </IconButton>
      {isEditable ? (
        <>
          <IconButton isSmall label={t('keys.bulk.expire')} onClick={() => bulk('expire')}>
            <Clock {...ICON} />
          </IconButton>
          <IconButton isSmall label={t('keys.bulk.persist')} onClick={() => bulk('persist')}>
            <NoEnd {...ICON} />
          </IconButton>
          <IconButton isSmall label={t('keys.bulk.delete')} onClick={() => bulk('delete')}>
            <Trash2 {...ICON} />
          </IconButton>
        </>
      ) : null}
      {copyKinds(session.database)
        .filter((kind) => kind !== 'duplicate')
        .map((kind) => (
          <IconButton key={kind} isSmall label={t(`transfer.menu.${kind}`)} onClick={() => bulk(kind)}>
            {kind === 'copy' ? <FolderOutput {...ICON} /> : <FolderInput {...ICON} />}
          </IconButton>
        ))}
      <IconButton isSmall label={t('transfer.menu.export')} onClick={exportChosen}>
        <Download {...ICON} />
      </IconButton>
      <IconButton isSmall label={t('keys.unchoose')} onClick={() => session.set({ chosen: new Map() })}>
        <X {...ICON} />
      </IconButton>
    </div>
  )
}

/** Work on many keys that was started here: how far it is, and the way to it. */
function Jobs({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const jobs = useKeys(session, (state) => state.jobs)
  return jobs.map(({ jobId, title, keys, done, failed, isEnded, isBroken, getFile }) => (
    <Notice
      key={jobId}
      tone={isBroken ? 'error' : failed > 0 ? 'warn' : 'info'}
      icon={<ListChecks {...ICON} />}
      action={
        <>
          {getFile === undefined || !isEnded || isBroken ? null : (
            <Button
              size="small"
              icon={<Download {...ICON} />}
              onClick={() => void getFile().catch(() => undefined)}
            >
              {t('transfer.export.fetch')}
            </Button>
          )}
          <Link to={`/jobs/${encodeURIComponent(jobId)}`}>{t('keys.bulk.open')}</Link>
          <IconButton
            isSmall
            label={t('keys.bulk.putAway')}
            onClick={() => session.set({ jobs: jobs.filter((each) => each.jobId !== jobId) })}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </>
      }
    >
      {t(isBroken ? 'keys.bulk.broken' : isEnded ? 'keys.bulk.ended' : 'keys.bulk.running', {
        action: title,
        done: formatQuantity(done),
        count: keys,
      })}
      {failed > 0 ? ` · ${t('keys.bulk.failed', { count: failed })}` : ''}
    </Notice>
  ))
}

/** What has to be known of the keys below: the connection, failures, limits that were reached, what is chosen. */
export function KeyNotices({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const link = useKeys(session, (state) => state.link)
  const failure = useKeys(session, (state) => state.failure)
  const progress = useKeys(session, (state) => state.progress)
  useKeys(session, (state) => state.version)
  const again = (run: () => void): ReactNode => (
    <Button size="small" onClick={run}>
      {t('keys.retry')}
    </Button>
  )
  const isFailed = progress?.state === 'failed'
  return (
    <>
      {link.state === 'reconnecting' ? (
        <Notice tone="warn" icon={<PlugZap {...ICON} />}>
          {link.attempt === 0 ? t('keys.link.away') : t('keys.link.reconnecting', { count: link.attempt })}
        </Notice>
      ) : null}
      {link.state === 'lost' ? (
        <Notice tone="error" icon={<PlugZap {...ICON} />} action={again(() => session.retry())}>
          {link.msg || t('keys.link.lost')}
        </Notice>
      ) : null}
      {failure === '' || link.state === 'lost' ? null : (
        <Notice tone="error" icon={<CircleAlert {...ICON} />} action={again(() => session.retry())}>
          {failure}
        </Notice>
      )}
      {isFailed && failure === '' && link.state === 'ready' ? (
        <Notice tone="error" icon={<CircleAlert {...ICON} />} action={again(() => void session.scan())}>
          {progress.msg || t('keys.scan.failed')}
        </Notice>
      ) : null}
      {progress?.isCapped === true ? (
        <Notice tone="warn" icon={<TriangleAlert {...ICON} />}>
          {t('keys.capped', { size: sizeText(progress.bytes), count: progress.matched })}
        </Notice>
      ) : null}
      {session.rows.length > MOST_LINES ? (
        <Notice tone="warn" icon={<TriangleAlert {...ICON} />}>
          {t('keys.mostLines', { count: MOST_LINES })}
        </Notice>
      ) : null}
      <SortNotices session={session} />
      <ReadAsName session={session} />
      <Found session={session} />
      <Jobs session={session} />
      <Selection session={session} />
    </>
  )
}
