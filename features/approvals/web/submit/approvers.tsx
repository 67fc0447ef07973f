import { formatQuantity } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { approvalApprovers } from '../../contract/index.ts'
import type { WhatIsAsked } from '../slots.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './submit.module.css'

const STALE_MS = 30_000

/** Who would have to agree to something that is not handed in yet; nothing where nobody is asked. */
export function Approvers({ lineId, type, risk, value, effects, onKnown }: WhatIsAsked): ReactNode {
  const t = useApprovalsTexts()
  const maySee = useMay(approvalApprovers)
  const { data, error } = useCall(
    approvalApprovers,
    maySee ? { body: { lineId, type, risk, value, effects } } : null,
    {
      tag: 'approvals:submit.title',
      told: 'inline',
      keepsPrevious: true,
      staleTimeMs: STALE_MS,
    },
  )
  const policy = data?.policy ?? null
  const isAsked = data === undefined ? undefined : policy !== null
  useEffect(() => {
    if (isAsked !== undefined) onKnown?.(isAsked)
  }, [isAsked, onKnown])
  if (error !== null && data === undefined) return <p className={styles.policy}>{error.message}</p>
  if (policy === null) return null
  return (
    <section className={styles.policy} aria-label={t('submit.title')}>
      <p>{t('submit.text', { policy: policy.name })}</p>
      <ol>
        {policy.stages.map(({ name, need, groups, people, more }, index) => (
          <li key={index}>
            <b>{name}</b>
            <span>{[t('stage.need', { count: need }), ...groups].join(' · ')}</span>
            <span className={styles.people}>
              {people.length === 0 ? t('submit.nobody') : people.map((each) => each.name).join(', ')}
              {more === 0 ? '' : ` + ${formatQuantity(more)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
