import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { formatQuantity, goTo } from '@qd/web-base'
import { Panel } from '@qd/web-controls'
import { ErrorState, Slot, openConfirm } from '@qd/web-frame'
import { call, useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Button, Input } from 'antd'
import type { InputRef } from 'antd'
import { Check, ListChecks, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { mailRelease, mailSendApproval, mailTest, testAccountList } from '../../contract/index.ts'
import type { mailChecks } from '../../contract/index.ts'
import { isOpenRequest } from '../parts/is-open-request.ts'
import { mailAddress, atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { RequestLink } from '../parts/request-link.tsx'
import { unlessLeft } from '../parts/unless-left.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

type Found = RouteReply<typeof mailChecks>
type SideProps = { line: LineRef; state: MailDraftState }

function Totals({ totals }: Pick<Found, 'totals'>): ReactNode {
  const t = useMailTexts()
  if (totals.length === 0) return <p className={styles.hint}>{t('totals.none')}</p>
  return (
    <table className={styles.totals}>
      <thead>
        <tr>
          <th scope="col">{t('totals.item')}</th>
          <th scope="col">{t('totals.each')}</th>
          <th scope="col">{t('totals.total')}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ number, name, quantity, total }) => (
          <tr key={number}>
            <td>{name}</td>
            <td>{quantity === '0' ? t('totals.own') : formatQuantity(quantity)}</td>
            <td>{formatQuantity(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CheckRows({ checks }: Pick<Found, 'checks'>): ReactNode {
  return (
    <ul className={styles.list}>
      {checks.map(({ key, state, text, detail }) => {
        const Icon = state === 'ok' ? Check : state === 'fail' ? X : TriangleAlert
        return (
          <li key={key} className={styles.check} data-state={state}>
            <Icon size={15} aria-hidden />
            <bdi>{text}</bdi>
            {detail === null ? null : <span className={styles.hint}>{detail}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function TestPart({ line, state }: SideProps): ReactNode {
  const t = useMailTexts()
  const query = atLine(line)
  const { base } = state
  const accounts = useCall(testAccountList, { query }, { tag: 'mail:accounts.title', told: 'inline' })
  const [results, setResults] = useState<RouteReply<typeof mailTest>['results']>([])
  const list = accounts.data?.list ?? []
  const send = async () => {
    const body = { id: base.id, revision: base.revision, uIds: list.map(({ uId }) => uId).slice(0, 50) }
    const answer = await call(mailTest, { query, body }, { tag: 'mail:test.send', told: 'toast' })
    setResults(answer.results)
    await state.reload()
    refreshMails()
  }
  return (
    <section className={styles.part}>
      <h3>{t('test.title')}</h3>
      {base.test === null ? null : (
        <p className={styles.hint}>
          {t(base.test.contentHash === base.contentHash ? 'test.current' : 'test.stale')}
        </p>
      )}
      <ul className={styles.list}>
        {list.map(({ uId, label }) => {
          const result = results.find((each) => each.uId === uId)
          return (
            <li key={uId}>
              <code>{uId}</code>
              <bdi>{label}</bdi>
              {result === undefined ? null : (
                <span>{result.isSent ? t('state.sent') : `${t('test.failed')} ${result.msg}`}</span>
              )}
            </li>
          )
        })}
      </ul>
      {accounts.error === null ? null : <p className={styles.hint}>{accounts.error.message}</p>}
      {accounts.data?.list.length === 0 ? <p className={styles.hint}>{t('accounts.none')}</p> : null}
      <Button
        size="small"
        className={styles.start}
        disabled={list.length === 0 || state.isChanged}
        onClick={() => quietly(send())}
      >
        {t('test.send')}
      </Button>
    </section>
  )
}

function SubmitPart(props: SideProps & { blockedBy: string | null; reason: Ref<InputRef> }): ReactNode {
  const { line, state, blockedBy, reason: reasonBox } = props
  const t = useMailTexts()
  const { base } = state
  const [reason, setReason] = useState('')
  // The same send, however often its button is pressed.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const cause = state.isChanged
    ? t(state.isWrong ? 'checks.wrong' : 'checks.first')
    : (blockedBy ?? (reason.trim() === '' ? t('checks.reason') : null))
  const release = async () => {
    const isSent = await unlessLeft(
      call(
        mailRelease,
        {
          query: atLine(line),
          body: {
            id: base.id,
            revision: base.revision,
            contentHash: base.contentHash,
            ...(base.recipients === null ? {} : { recipientsHash: base.recipients.hash }),
            reason: reason.trim(),
            idempotencyKey,
          },
        },
        { tag: 'mail:submit', told: 'form' },
      ),
    )
    refreshMails()
    if (isSent) goTo(mailAddress(base.id))
    else await state.reload()
  }
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault()
        openConfirm({ title: t('submit'), text: t('submitAsk'), action: t('submit'), run: release })
      }}
    >
      <Input
        ref={reasonBox}
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {cause === null ? null : (
        <p className={styles.hint} role="status">
          {cause}
        </p>
      )}
      <Button type="primary" danger block htmlType="submit" disabled={cause !== null}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** What it gives in all, what was looked at, the test send, and the way out. */
export function ChecksPanel(
  props: SideProps & {
    checks: { data: Found | undefined; error: CallError | null; refetch: () => unknown }
    /** Where the reason is typed, to go there by keyboard. */
    reason: Ref<InputRef>
  },
): ReactNode {
  const t = useMailTexts()
  const { line, state, checks } = props
  const { data, error } = checks
  const maySend = useMay(mailRelease)
  const mayTest = useMay(mailTest)
  const { approval } = state.base
  const isAsked = approval !== null && isOpenRequest(approval)
  const canGo = maySend && !state.base.isTemplate && !isAsked
  return (
    <Panel
      className={styles.side}
      title={t('panel.checks')}
      icon={<ListChecks size={15} aria-hidden />}
      bodyPadding={14}
    >
      {error === null ? null : <ErrorState error={error} onRetry={() => void checks.refetch()} />}
      {data === undefined ? null : (
        <>
          <section className={styles.part}>
            <h3>{t('totals.title')}</h3>
            <Totals totals={data.totals} />
          </section>
          <section className={styles.part}>
            <h3>{t('panel.checks')}</h3>
            <CheckRows checks={data.checks} />
          </section>
        </>
      )}
      {mayTest && !state.base.isTemplate ? <TestPart line={line} state={state} /> : null}
      {approval === null ? null : (
        <section className={styles.part}>
          <h3>{t('approval')}</h3>
          <RequestLink request={approval} />
          {isOpenRequest(approval) ? <p className={styles.hint}>{t('withdraw.hint')}</p> : null}
        </section>
      )}
      {canGo && data !== undefined ? (
        <section className={styles.part}>
          <Slot
            name="approvers"
            values={{ ...atLine(line), type: mailSendApproval.type, risk: data.risk, value: data.value }}
          />
          <SubmitPart line={line} state={state} blockedBy={data.blockedBy} reason={props.reason} />
        </section>
      ) : null}
    </Panel>
  )
}
