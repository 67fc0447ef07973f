import type { LucideIcon } from 'lucide-react'
import { Check, CircleX, FileUp, History, MessageSquare, Play, Siren, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApprovalDetail, ApprovalEvent } from '../../contract/index.ts'
import { momentText, shortHash } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

interface Entry {
  key: string
  at: number
  who: string
  did: string
  text: string
  icon: LucideIcon
  tone: 'ok' | 'err' | 'warn' | 'plain'
}

/** Told by the votes themselves. */
const OF_VOTES: ReadonlySet<string> = new Set(['approved_stage', 'rejected', 'vetoed'])

const EVENT_ICONS: Partial<Record<ApprovalEvent['what'], LucideIcon>> = {
  submitted: FileUp,
  revised: FileUp,
  withdrawn: Undo2,
  approved: Check,
  overridden: Siren,
  executing: Play,
  executed: Check,
  partly_executed: CircleX,
  failed: CircleX,
}

function eventEntry(event: ApprovalEvent, index: number, t: ApprovalsTexts): Entry {
  const { what } = event
  const isGood = what === 'approved' || what === 'executed'
  const isBad = what === 'failed' || what === 'partly_executed'
  const isAlarm = what === 'overridden' || what === 'expired'
  return {
    key: `e${index}`,
    at: event.at,
    who: event.by?.name ?? t('console'),
    did: t(`event.${what}`, { revision: event.revision }),
    text: event.detail,
    icon: EVENT_ICONS[what] ?? History,
    tone: isGood ? 'ok' : isBad ? 'err' : isAlarm ? 'warn' : 'plain',
  }
}

function voteEntry(vote: ApprovalDetail['votes'][number], request: ApprovalDetail, t: ApprovalsTexts): Entry {
  const { decision, revision, stage, onBehalfOf, proof, hash } = vote
  const stageName = stage === null ? '' : (request.policy.stages[stage - 1]?.name ?? '')
  const sealed =
    decision === 'approve' ? [shortHash(hash), ...(proof === null ? [] : [t('vote.proven')])] : []
  const behalf = onBehalfOf === null ? [] : [t('vote.behalf', { name: onBehalfOf.name })]
  return {
    key: `v${revision}.${stage}.${vote.by.id}.${vote.at}`,
    at: vote.at,
    who: vote.by.name,
    did: t(`vote.${decision}`, { revision, stage: stageName }),
    text: [...behalf, ...sealed, ...(vote.reason === '' ? [] : [vote.reason])].join(' · '),
    icon: decision === 'approve' ? Check : decision === 'reject' ? Undo2 : CircleX,
    tone: decision === 'approve' ? 'ok' : 'err',
  }
}

/** What was said and decided, in order. */
export function entriesOf(request: ApprovalDetail, t: ApprovalsTexts): Entry[] {
  const events = request.timeline
    .map((event, index) => ({ event, index }))
    .filter(({ event }) => !OF_VOTES.has(event.what))
    .map(({ event, index }) => eventEntry(event, index, t))
  const comments = request.comments.map(({ id, by, text, at }): Entry => ({
    key: `c${id}`,
    at,
    who: by.name,
    did: t('comment.did'),
    text,
    icon: MessageSquare,
    tone: 'plain',
  }))
  const votes = request.votes.map((vote) => voteEntry(vote, request, t))
  // What a vote brought about stands at its moment too, and below it.
  return [...votes, ...events, ...comments].sort((one, other) => one.at - other.at)
}

/** The course of a request: hand-ins, votes, comments, execution. */
export function RequestHistory({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <ol className={styles.history}>
      {entriesOf(request, t).map(({ key, at, who, did, text, icon: Icon, tone }) => (
        <li key={key} data-tone={tone}>
          <span className={styles.dot}>
            <Icon size={13} aria-hidden />
          </span>
          <span className={styles.did}>
            <b>{who}</b> {did}
          </span>
          <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
          {text === '' ? null : <p>{text}</p>}
        </li>
      ))}
    </ol>
  )
}
