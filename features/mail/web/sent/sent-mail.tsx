import type { RouteReply } from '@qd/contract-kit'
import { formatQuantity, goTo, textOf } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Panel, RecordFact, RecordFacts, Time, curveOf, topOf } from '@qd/web-controls'
import { openReasonDialog } from '@qd/web-forms'
import { ErrorState, Slot, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  mailClone,
  mailExceptions,
  mailRecall,
  mailReport,
  mailRetry,
  mailTakeBack,
} from '../../contract/index.ts'
import type { MailCounts, MailRecord } from '../../contract/index.ts'
import { copyMail } from '../list/mail-actions.ts'
import { PhoneFrame } from '../phone/phone-frame.tsx'
import { countedIn } from '../parts/counted-in.ts'
import { atLine } from '../parts/line-ref.ts'
import { refetchMs } from '../parts/refetch-ms.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { RequestLink } from '../parts/request-link.tsx'
import { saveMailFile } from '../parts/save-mail-file.ts'
import { StateTag } from '../parts/state-tag.tsx'
import { unlessLeft } from '../parts/unless-left.ts'
import { openKeepAsTemplate } from '../templates/keep-as-template.tsx'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { SentTo } from './sent-to.tsx'
import styles from './sent-mail.module.css'

const RUNNING = new Set(['scheduled', 'sending', 'paused'])
const AGAIN = { retry: mailRetry, recall: mailRecall, takeBack: mailTakeBack } as const

function startAgain(line: LineRef, mail: MailRecord, what: keyof typeof AGAIN): void {
  const title = textOf('mail', `sent.${what}`)
  const idempotencyKey = crypto.randomUUID()
  openReasonDialog({
    title,
    text: textOf('mail', `sent.${what}Ask`, { name: mail.name }),
    action: title,
    run: async (reason) => {
      const isStarted = await unlessLeft(
        call(
          AGAIN[what],
          { query: atLine(line), body: { id: mail.id, reason, idempotencyKey } },
          { tag: 'mail:title', told: 'form' },
        ),
      )
      if (isStarted) toast.success(textOf('mail', 'started'))
      refreshMails()
    },
  })
}

function Chart({ over }: { over: readonly (MailCounts & { at: number })[] }): ReactNode {
  const t = useMailTexts()
  if (over.length < 2) return null
  const top = topOf(Math.max(...over.map(({ delivered }) => delivered)))
  const claimed = curveOf(
    over.map((each) => each.claimed),
    top,
  )
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 -4 ${over.length} 108`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('sent.chart')}
      >
        <path className={styles.area} d={claimed.area} />
        <path className={styles.curve} d={claimed.line} />
      </svg>
      <figcaption>{t('sent.chart')}</figcaption>
    </figure>
  )
}

/** What a recall took out of mailboxes, and of what players had claimed by then. */
function Recalled({ recalled }: Pick<RouteReply<typeof mailReport>, 'recalled'>): ReactNode {
  const t = useMailTexts()
  if (recalled === null) return null
  return (
    <>
      <h3 className={styles.head}>{t('sent.recall')}</h3>
      <RecordFacts>
        {(['removed', 'claimed', 'takenBack', 'missing'] as const).map((key) => (
          <RecordFact key={key} label={t(`recalled.${key}`)}>
            {formatQuantity(recalled[key])}
          </RecordFact>
        ))}
      </RecordFacts>
    </>
  )
}

function Report({ line, mail }: { line: LineRef; mail: MailRecord }): ReactNode {
  const t = useMailTexts()
  const { data, error, refetch } = useCall(
    mailReport,
    { query: atLine(line), body: { id: mail.id } },
    {
      tag: 'mail:sent.report',
      told: 'inline',
      refetchIntervalMs: (reply) => refetchMs([reply?.recalled?.isRunning === true ? 'sending' : mail.state]),
    },
  )
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const progress = data?.progress ?? mail.progress
  return (
    <>
      <h3 className={styles.head}>
        {t(countedIn(mail) === 'servers' ? 'sent.progressServers' : 'sent.progressPlayers')}
      </h3>
      {progress === null ? null : (
        <RecordFacts>
          <RecordFact label={t('sent.total')}>{formatQuantity(progress.total)}</RecordFact>
          <RecordFact label={t('column.reached')}>{formatQuantity(progress.delivered)}</RecordFact>
          {(['already', 'failed', 'unknown', 'waiting'] as const).map((key) => (
            <RecordFact key={key} label={t(`sent.${key}`)}>
              {formatQuantity(progress[key])}
            </RecordFact>
          ))}
        </RecordFacts>
      )}
      {data === undefined ? null : (
        <>
          <h3 className={styles.head}>{t('sent.report')}</h3>
          <RecordFacts>
            <RecordFact label={t('sent.read')}>{formatQuantity(data.now.read)}</RecordFact>
            <RecordFact label={t('sent.claimed')}>{formatQuantity(data.now.claimed)}</RecordFact>
            <RecordFact label={t('state.expired')}>{formatQuantity(data.now.expired)}</RecordFact>
            <RecordFact label={t('state.recalled')}>{formatQuantity(data.now.recalled)}</RecordFact>
            {data.servers.map(({ sId, name, state, counts }) => (
              <RecordFact key={sId} label={`S${sId} ${name}`}>
                {counts === null
                  ? t(state === 'away' ? 'sent.away' : 'sent.notTold')
                  : t('sent.claimedOf', {
                      claimed: formatQuantity(counts.claimed),
                      delivered: formatQuantity(counts.delivered),
                    })}
              </RecordFact>
            ))}
          </RecordFacts>
          <Recalled recalled={data.recalled} />
          <Chart over={data.over} />
        </>
      )}
    </>
  )
}

function JobButton({ id, label }: { id: string; label: string }): ReactNode {
  return (
    <Button size="small" onClick={() => goTo(`/jobs/${encodeURIComponent(id)}`)}>
      {label}
    </Button>
  )
}

function Actions({ line, mail }: { line: LineRef; mail: MailRecord }): ReactNode {
  const t = useMailTexts()
  const mayRetry = useMay(mailRetry)
  const mayRecall = useMay(mailRecall)
  const mayEdit = useMay(mailClone)
  const { jobId, recallJobId, progress, draft, recipients } = mail
  const isRunning = RUNNING.has(mail.state)
  const hasItems = draft.attach.length > 0 || recipients?.hasOwnAttach === true
  const hasFailed = progress !== null && progress.failed + progress.unknown > 0
  const again = (what: keyof typeof AGAIN) => (
    <Button size="small" danger={what !== 'retry'} onClick={() => startAgain(line, mail, what)}>
      {t(`sent.${what}`)}
    </Button>
  )
  return (
    <>
      {jobId === null ? null : <JobButton id={jobId} label={t('sent.job')} />}
      {recallJobId === null ? null : <JobButton id={recallJobId} label={t('sent.recallJob')} />}
      <Button
        size="small"
        onClick={() =>
          quietly(
            saveMailFile(mailExceptions, {
              line,
              id: mail.id,
              name: `mail-exceptions-${mail.id}.csv`,
            }),
          )
        }
      >
        {t('sent.exceptions')}
      </Button>
      {mayEdit ? (
        <>
          <Button size="small" onClick={() => quietly(copyMail(line, mail, false))}>
            {t('clone')}
          </Button>
          <Button size="small" onClick={() => openKeepAsTemplate(line, mail.name, mail.id)}>
            {t('saveAsTemplate')}
          </Button>
        </>
      ) : null}
      {mayRetry && hasFailed && !isRunning ? again('retry') : null}
      {mayRecall && !isRunning ? again('recall') : null}
      {mayRecall && !isRunning && hasItems ? again('takeBack') : null}
    </>
  )
}

/** A mail that was sent: how far it is, what came of it, and what can still be done. */
export function SentMail({ line, mail }: { line: LineRef; mail: MailRecord }): ReactNode {
  const t = useMailTexts()
  return (
    <div className={styles.columns}>
      <Panel
        className={styles.main}
        title={mail.name === '' ? t('unnamed') : mail.name}
        icon={<Mail size={15} aria-hidden />}
        count={<StateTag state={mail.state} />}
        bodyPadding={14}
      >
        <div className={styles.actions}>
          <Actions line={line} mail={mail} />
        </div>
        <RecordFacts>
          <RecordFact label={t('column.sendType')}>{t(`sendType.${mail.sendType}`)}</RecordFact>
          <SentTo mail={mail} />
          <RecordFact label={t('column.sendAt')}>
            <Time at={mail.sendAt ?? mail.releasedAt} />
          </RecordFact>
          <RecordFact label={t('time.expireAt')}>
            <Time at={mail.expireAt} />
          </RecordFact>
          <RecordFact label={t('column.by')}>{mail.releasedBy ?? mail.updatedBy}</RecordFact>
          {mail.approval === null ? null : (
            <RecordFact label={t('approval')}>
              <RequestLink request={mail.approval} />
            </RecordFact>
          )}
          <RecordFact label={t('reason')}>{mail.reason ?? '–'}</RecordFact>
          {mail.tags.length === 0 ? null : (
            <RecordFact label={t('column.tags')}>{mail.tags.join(' · ')}</RecordFact>
          )}
          <RecordFact label={t('section.attach')}>
            <Slot name="giftView" values={{ line, entries: mail.draft.attach }} />
          </RecordFact>
        </RecordFacts>
        <Report line={line} mail={mail} />
      </Panel>
      <PhoneFrame line={line} mail={mail} draft={mail.draft} />
    </div>
  )
}
