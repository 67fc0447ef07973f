import type { RouteReply } from '@qd/contract-kit'
import { formatMoment } from '@qd/web-base'
import { Allowed, useCall, useSend } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import { Button } from 'antd'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditChain, auditVerify } from '../../contract/index.ts'
import type { VerifyState } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'
import type { AuditTexts } from '../texts.ts'
import styles from './chain-state.module.css'

const RUNNING_MS = 1_000
const QUIET_MS = 30_000

const TONES: Record<VerifyState['state'], Tone> = {
  never: 'neutral',
  running: 'theme',
  ok: 'ok',
  broken: 'error',
  stopped: 'warn',
}

export function useChain() {
  return useCall(
    auditChain,
    { body: {} },
    {
      tag: 'audit:chain.verify',
      told: { quiet: 'nobody asked; the same call is told once beside the badge' },
      refetchIntervalMs: QUIET_MS,
      select: (reply: RouteReply<typeof auditChain>) => reply,
    },
  )
}

function verifyText(t: AuditTexts, verify: VerifyState): string {
  const { state, done, total, brokenSeq, differences } = verify
  if (state === 'running')
    return t('chain.running', { percent: total === 0 ? 0 : Math.floor((done * 100) / total) })
  // Who does not see every place is not told where.
  if (state === 'broken' && brokenSeq === null) return t('chain.damaged')
  if (state === 'broken' && differences.length > 0) return t('chain.differs')
  if (state === 'broken') return t('chain.broken', { seq: brokenSeq ?? 0 })
  return t(`chain.${state}`)
}

/** Whether what is written is still what was written: a badge, and a button that looks again. */
export function ChainState(): ReactNode {
  const t = useAuditTexts()
  const quiet = useChain()
  const isRunning = quiet.data?.verify.state === 'running'
  const { data: chain } = useCall(
    auditChain,
    { body: {} },
    { tag: 'audit:chain.verify', told: 'once', refetchIntervalMs: isRunning ? RUNNING_MS : QUIET_MS },
  )
  const send = useSend(auditVerify, { tag: 'audit:chain.verify', told: 'toast' })
  if (chain === undefined) return null
  const { verify, head, ship } = chain
  const shippedAt = ship?.at ?? null
  const facts = [
    head === null ? '' : t('chain.head', { seq: head.seq }),
    verify.finishedAt === null ? '' : t('chain.verifiedAt', { time: formatMoment(verify.finishedAt) }),
    shippedAt === null ? '' : t('chain.shippedAt', { time: formatMoment(shippedAt) }),
  ]
  return (
    <div className={styles.state}>
      <Tag tone={TONES[verify.state]} title={facts.filter((fact) => fact !== '').join('\n')}>
        {verifyText(t, verify)}
      </Tag>
      <Allowed action={auditVerify}>
        <Button
          icon={<ShieldCheck size={15} aria-hidden />}
          aria-label={t('chain.verify')}
          title={t('chain.verify')}
          disabled={verify.state === 'running'}
          loading={send.isPending}
          onClick={() => send.mutate({ body: {} }, { onSuccess: () => void quiet.refetch() })}
        >
          <span className={styles.word}>{t('chain.verify')}</span>
        </Button>
      </Allowed>
    </div>
  )
}
