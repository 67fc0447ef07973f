import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { formatQuantity } from '@qd/web-base'
import { Panel } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { call, useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Button } from 'antd'
import type { InputRef } from 'antd'
import { Check, ListChecks, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { mailTest, testAccountList } from '../../contract/index.ts'
import type { mailChecks } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import { SubmitFoot } from './submit-foot.tsx'
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

/** What it gives in all, what was looked at, the test send, and at its foot the way out. */
export function ChecksPanel(
  props: SideProps & {
    checks: { data: Found | undefined; error: CallError | null; refetch: () => unknown }
    /** Where the reason is typed, to go there by keyboard. */
    reason: Ref<InputRef>
    /** In a drawer, which has the head already. */
    isInDrawer?: boolean
  },
): ReactNode {
  const t = useMailTexts()
  const { line, state, checks, isInDrawer = false } = props
  const { data, error } = checks
  const mayTest = useMay(mailTest)
  const head = isInDrawer
    ? { label: t('panel.checks') }
    : { title: t('panel.checks'), icon: <ListChecks size={15} aria-hidden /> }
  return (
    <Panel className={isInDrawer ? styles.sideInDrawer : styles.side} {...head}>
      <div className={styles.scroll} role="group" aria-label={t('panel.checks')} tabIndex={0}>
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
      </div>
      <SubmitFoot line={line} state={state} found={data} error={error} reason={props.reason} />
    </Panel>
  )
}
