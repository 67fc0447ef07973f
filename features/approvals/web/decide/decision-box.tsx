import { formatAgo, formatInstant } from '@qd/web-base'
import { Panel, Tag, useNow } from '@qd/web-controls'
import { useShortcut } from '@qd/web-frame'
import { Button } from 'antd'
import { Lock, Scale } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { openCompare } from '../compare/compare-dialog.tsx'
import type { ApprovalDetail } from '../../contract/index.ts'
import { windowText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import { DecisionForm } from './decision-form.tsx'
import styles from './decide.module.css'
import { ExcludedPeople } from './excluded-people.tsx'
import { ProofRow } from './proof-row.tsx'
import { RunActions } from './run-actions.tsx'
import { CHOICES } from './use-decision.ts'
import type { Choice } from './use-decision.ts'
import type { ReadRequest } from '../request/use-request.ts'

/** When it may be executed, and how long it still waits. */
export function Terms({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const now = useNow(60_000)
  const { window, expiresAt } = request
  return (
    <dl className={styles.terms}>
      <dt>{t('window.title')}</dt>
      <dd>
        {windowText(window, t)} {window.auto ? t('window.auto') : ''}
      </dd>
      {expiresAt === null ? null : (
        <>
          <dt>{t('decide.expires')}</dt>
          <dd title={formatInstant(expiresAt)}>{formatAgo(expiresAt, now)}</dd>
        </>
      )}
    </dl>
  )
}

/** A newer revision came while this one was read. */
export function NewerNotice({ read, newer }: { read: ReadRequest; newer: number }): ReactNode {
  const t = useApprovalsTexts()
  const { request } = read
  if (request === undefined) return null
  return (
    <div className={styles.locked} role="alert">
      <p>
        <Lock size={14} aria-hidden /> {t('locked.text', { revision: newer })}
      </p>
      <Button size="small" onClick={() => openCompare(request.id, request.revision, newer)}>
        {t('locked.compare')}
      </Button>
      <Button size="small" type="primary" onClick={read.readNewer}>
        {t('locked.read', { revision: newer })}
      </Button>
    </div>
  )
}

function Choices(props: {
  request: ApprovalDetail
  choice: Choice | null
  onChoose: (choice: Choice) => void
}): ReactNode {
  const t = useApprovalsTexts()
  const { request, choice } = props
  const needs: Record<Choice, string> = {
    approve: request.asksProof ? t('decide.needsProof') : '',
    reject: t('decide.needsReason'),
    veto: t('decide.needsReason'),
  }
  return (
    <fieldset className={styles.choices}>
      <legend className="qd-visually-hidden">{t('decide.title')}</legend>
      {CHOICES.filter((each) => request.may[each]).map((each) => (
        <label key={each} data-choice={each} data-chosen={choice === each}>
          <input
            type="radio"
            name={`decision-${request.id}`}
            checked={choice === each}
            onChange={() => props.onChoose(each)}
          />
          <b>{t(`decide.${each}`)}</b>
          <span className={styles.needs}>{needs[each]}</span>
          <small>{t(`decide.means.${each}`)}</small>
        </label>
      ))}
    </fieldset>
  )
}

/** Why the reader may not decide, where nobody would guess it. */
export function WhyNot({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const isOpen = request.status === 1 || request.status === 2
  if (request.whyNot !== null && isOpen && request.voices.length === 0)
    return <p className={styles.why}>{t(`whyNot.${request.whyNot}`)}</p>
  if (request.myVote !== null) return <p className={styles.why}>{t(`voted.${request.myVote}`)}</p>
  return null
}

const focusField = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-decision-field]')?.focus())

export function mayDecide({ may }: ApprovalDetail): boolean {
  return may.approve || may.reject || may.veto
}

/** The reader's decision: one choice, one button; keys choose and never vote. */
export function DecisionBox({ read, request }: { read: ReadRequest; request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const [choice, setChoice] = useState<Choice | null>(null)
  const isLocked = read.newer !== null
  const choose = (next: Choice): false | void => {
    if (!request.may[next] || isLocked) return false
    setChoice(next)
    focusField()
  }
  useShortcut('a', () => choose('approve'), { label: t('decide.approve'), group: t('title') })
  useShortcut('r', () => choose('reject'), { label: t('decide.reject'), group: t('title') })
  const stage = request.policy.stages.find(({ state }) => state === 'current')
  const isDeciding = mayDecide(request)
  return (
    <Panel
      title={t('decide.title')}
      icon={<Scale size={15} aria-hidden />}
      className={styles.decision}
      {...(stage === undefined ? {} : { actions: <Tag>{stage.name}</Tag> })}
    >
      <Terms request={request} />
      {read.newer === null ? null : <NewerNotice read={read} newer={read.newer} />}
      <WhyNot request={request} />
      <ExcludedPeople request={request} />
      {isDeciding ? (
        <div className={styles.box}>
          <Choices request={request} choice={choice} onChoose={setChoice} />
          <DecisionForm request={request} choice={choice} isLocked={isLocked} />
        </div>
      ) : null}
      <RunActions request={request} />
      <ProofRow request={request} />
    </Panel>
  )
}
