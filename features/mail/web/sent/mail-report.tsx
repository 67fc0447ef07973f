import type { RouteReply } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FirstLoad, Time, curveOf, topOf } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { mailReport } from '../../contract/index.ts'
import type { MailRecord } from '../../contract/index.ts'
import { countedIn } from '../parts/counted-in.ts'
import { atLine } from '../parts/line-ref.ts'
import { reportRefetchMs } from '../parts/refetch-ms.ts'
import { useMailTexts } from '../texts.ts'
import styles from './sent-mail.module.css'

type Counted = RouteReply<typeof mailReport>

const COUNTS = ['delivered', 'read', 'claimed', 'expired', 'recalled'] as const

function useCountTitles(): Record<(typeof COUNTS)[number], string> {
  const t = useMailTexts()
  return {
    delivered: t('sent.unread'),
    read: t('sent.read'),
    claimed: t('sent.claimed'),
    expired: t('state.expired'),
    recalled: t('state.recalled'),
  }
}

interface FigureProps {
  label: string
  value: number
  /** Stands out unless it is nothing. */
  tone?: 'err' | 'warn'
}

function Figure({ label, value, tone }: FigureProps): ReactNode {
  return (
    <div data-tone={value === 0 ? undefined : tone}>
      <dt>{label}</dt>
      <dd>{formatQuantity(value)}</dd>
    </div>
  )
}

function Progress({ mail, progress }: { mail: MailRecord; progress: Counted['progress'] }): ReactNode {
  const t = useMailTexts()
  return (
    <section>
      <h3>{t(countedIn(mail) === 'servers' ? 'sent.progressServers' : 'sent.progressPlayers')}</h3>
      <dl className={styles.figures}>
        <Figure label={t('sent.total')} value={progress.total} />
        <Figure label={t('column.reached')} value={progress.delivered} />
        <Figure label={t('sent.already')} value={progress.already} />
        <Figure label={t('sent.failed')} value={progress.failed} tone="err" />
        <Figure label={t('sent.unknown')} value={progress.unknown} tone="warn" />
        <Figure label={t('sent.waiting')} value={progress.waiting} />
      </dl>
    </section>
  )
}

/** A player is in one state at a time, so that those it reached are all of them together. */
const reachedOf = (counts: Counted['now']): number => COUNTS.reduce((sum, key) => sum + counts[key], 0)

/** Line by line for the servers, with all of them below. */
function Servers({ servers, now }: Pick<Counted, 'servers' | 'now'>): ReactNode {
  const t = useMailTexts()
  const titles = useCountTitles()
  const cells = (counts: Counted['now']) => (
    <>
      <td>{formatQuantity(reachedOf(counts))}</td>
      {COUNTS.map((key) => (
        <td key={key}>{formatQuantity(counts[key])}</td>
      ))}
    </>
  )
  return (
    <div className={styles.servers} tabIndex={0} role="region" aria-label={t('sent.report')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('import.server')}</th>
            <th scope="col">{t('column.reached')}</th>
            {COUNTS.map((key) => (
              <th key={key} scope="col">
                {titles[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {servers.map(({ sId, name, state, counts }) => (
            <tr key={sId}>
              <th scope="row">
                <code>S{sId}</code> <bdi>{name}</bdi>
              </th>
              {counts === null ? (
                <td colSpan={COUNTS.length + 1} className={styles.missing}>
                  {t(state === 'not_offered' ? 'sent.notOffered' : 'sent.away')}
                </td>
              ) : (
                cells(counts)
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('totals.total')}</th>
            {cells(now)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Chart({ over }: Pick<Counted, 'over'>): ReactNode {
  const t = useMailTexts()
  const [first, last] = [over[0], over.at(-1)]
  if (over.length < 2 || first === undefined || last === undefined) return null
  const top = topOf(Math.max(...over.map(reachedOf)))
  const claimed = curveOf(
    over.map((each) => each.claimed),
    top,
  )
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h3>{t('sent.chart')}</h3>
        <span>
          {formatQuantity(last.claimed)} / {formatQuantity(reachedOf(last))}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <span>{formatQuantity(top)}</span>
        <svg
          viewBox={`0.5 -4 ${over.length - 1} 108`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('sent.chart')}
        >
          <path className={styles.area} d={claimed.area} />
          <path className={styles.curve} d={claimed.line} />
        </svg>
      </div>
      <div className={styles.ends}>
        <Time at={first.at} />
        <Time at={last.at} />
      </div>
    </figure>
  )
}

/** What a recall took out of mailboxes, and of what players had claimed by then. */
function Recalled({ recalled }: Pick<Counted, 'recalled'>): ReactNode {
  const t = useMailTexts()
  if (recalled === null) return null
  return (
    <section>
      <h3>{t('recalled.title')}</h3>
      <dl className={styles.figures}>
        <Figure label={t('recalled.removed')} value={recalled.removed} />
        <Figure label={t('recalled.claimed')} value={recalled.claimed} />
        <Figure label={t('recalled.takenBack')} value={recalled.takenBack} />
        <Figure label={t('recalled.missing')} value={recalled.missing} tone="warn" />
      </dl>
    </section>
  )
}

/** How far a mail is, and what became of it, over time and by server. */
export function MailReport({ line, mail }: { line: LineRef; mail: MailRecord }): ReactNode {
  const t = useMailTexts()
  const { data, error, refetch } = useCall(
    mailReport,
    { query: atLine(line), body: { id: mail.id } },
    {
      tag: 'mail:sent.report',
      told: 'inline',
      // A recall goes on after the mail was sent.
      refetchIntervalMs: (report) => reportRefetchMs(mail.state, report?.recalled?.isRunning === true),
    },
  )
  // Whoever recalls it in another window, or by an approval, is seen here too.
  const { recallJobId } = mail
  useEffect(() => {
    if (recallJobId !== null) void refetch()
  }, [recallJobId, refetch])
  const progress = data?.progress ?? mail.progress
  return (
    <div className={styles.report}>
      {progress === null ? null : <Progress mail={mail} progress={progress} />}
      {data === undefined ? (
        error === null ? (
          <FirstLoad />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Recalled recalled={data.recalled} />
          <section>
            <h3>{t('sent.report')}</h3>
            <Servers servers={data.servers} now={data.now} />
          </section>
          <Chart over={data.over} />
        </>
      )}
    </div>
  )
}
