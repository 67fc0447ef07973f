import { goTo, textOf } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Panel, RecordFact, RecordFacts, Time, ZoneNote } from '@qd/web-controls'
import { openReasonDialog } from '@qd/web-forms'
import { Slot, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailClone, mailExceptions, mailRecall, mailRetry, mailTakeBack } from '../../contract/index.ts'
import type { MailRecord } from '../../contract/index.ts'
import { copyMail } from '../list/mail-actions.ts'
import { PhoneFrame } from '../phone/phone-frame.tsx'
import { atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { RequestLink } from '../parts/request-link.tsx'
import { saveMailFile } from '../parts/save-mail-file.ts'
import { StateTag } from '../parts/state-tag.tsx'
import { unlessLeft } from '../parts/unless-left.ts'
import { openKeepAsTemplate } from '../templates/keep-as-template.tsx'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { MailReport } from './mail-report.tsx'
import { SentTo } from './sent-to.tsx'
import styles from './sent-mail.module.css'

const RUNNING = new Set(['scheduled', 'sending', 'paused'])
const AGAIN = { retry: mailRetry, recall: mailRecall, takeBack: mailTakeBack } as const

function startAgain(line: LineRef, mail: MailRecord, what: keyof typeof AGAIN): void {
  const title = textOf('mail', `sent.${what}`)
  const idempotencyKey = crypto.randomUUID()
  openReasonDialog({
    title,
    text: textOf('mail', `sent.ask.${what}`, { name: mail.name || textOf('mail', 'unnamed') }),
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
        status={<ZoneNote />}
      >
        <div className={styles.actions}>
          <Actions line={line} mail={mail} />
        </div>
        <div className={styles.parts}>
          <section>
            <RecordFacts>
              <RecordFact label={t('column.sendType')}>{t(`sendType.${mail.sendType}`)}</RecordFact>
              <SentTo mail={mail} />
              <RecordFact label={t('column.sendAt')}>
                <Time at={mail.sendAt ?? mail.releasedAt} />
              </RecordFact>
              <RecordFact label={t('time.expireAt')}>
                <Time at={mail.expireAt} />
              </RecordFact>
              <RecordFact label={t('sent.by')}>{mail.releasedBy ?? mail.updatedBy}</RecordFact>
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
          </section>
          <MailReport line={line} mail={mail} />
        </div>
      </Panel>
      <PhoneFrame line={line} mail={mail} draft={mail.draft} />
    </div>
  )
}
