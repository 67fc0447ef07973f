import { Check, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { momentText, standingOf, windowText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import styles from './stages.module.css'

type Mark = 'done' | 'current' | 'waiting' | 'failed'

interface Step {
  name: string
  text: string
  mark: Mark
}

type Stage = ApprovalDetail['policy']['stages'][number]

function stageStep(request: ApprovalDetail, stage: Stage, index: number, t: ApprovalsTexts): Step {
  const votes = request.votes.filter(
    ({ revision, stage: at, decision }) =>
      revision === request.revision && at === index + 1 && decision === 'approve',
  )
  const isOver = request.status === 3 || request.status === 4 || request.status === 0
  if (stage.state === 'passed') {
    const names = votes.map(({ by }) => by.name).join(', ')
    const last = votes.at(-1)
    return {
      name: stage.name,
      mark: 'done',
      text: last === undefined ? names : `${names} · ${momentText(last.at)}`,
    }
  }
  const missing = t('stage.missing', { count: stage.need - stage.have })
  if (stage.state === 'current') {
    const text = request.isToDecide ? t('stage.you', { missing }) : missing
    return {
      name: stage.name,
      mark: isOver ? 'failed' : 'current',
      text: isOver ? standingOf(request, t).text : text,
    }
  }
  const text = request.isOverride ? t('stage.skipped') : t('stage.need', { count: stage.need })
  return { name: stage.name, mark: 'waiting', text }
}

function executionStep(request: ApprovalDetail, t: ApprovalsTexts): Step {
  const name = t('stage.execution')
  const { execution, window, run } = request
  if (execution === 'none' || execution === 'scheduled') {
    const mark = request.status === 5 ? 'current' : 'waiting'
    return { name, mark, text: windowText(window, t) }
  }
  const isGood = execution === 'succeeded'
  const mark = isGood ? 'done' : execution === 'executing' ? 'current' : 'failed'
  const at = run.endedAt ?? run.startedAt
  const state = t(`execution.${execution}`)
  return { name, mark, text: at === null ? state : `${state} · ${momentText(at)}` }
}

const ICONS = { done: Check, waiting: Clock, failed: CircleX } as const

/** From handing in to execution: what is behind it, where it stands, what is to come. */
export function Stages({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const handedIn = request.revisions.find(({ revision }) => revision === request.revision)
  const steps: Step[] = [
    {
      name: t('stage.submitted'),
      text: `${request.author.name} · ${momentText(handedIn?.at ?? request.createdAt)}`,
      mark: 'done',
    },
    ...request.policy.stages.map((stage, index) => stageStep(request, stage, index, t)),
    executionStep(request, t),
  ]
  return (
    <ol className={styles.stages} aria-label={t('stage.title')}>
      {steps.map(({ name, text, mark }, index) => {
        const Icon = mark === 'current' ? null : ICONS[mark]
        return (
          <li key={index} data-mark={mark} aria-current={mark === 'current' ? 'step' : undefined}>
            <span className={styles.mark}>{Icon === null ? index : <Icon size={13} aria-hidden />}</span>
            <span className={styles.name}>{name}</span>
            <span className={styles.text} title={text}>
              {text}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
