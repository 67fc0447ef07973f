import { formatMoment } from '@qd/web-base'
import { Button } from 'antd'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VerifyState } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'
import type { AuditTexts } from '../texts.ts'
import styles from './chain-state.module.css'
import { useChain } from './chain-state.tsx'

function Notice(props: { tone: 'error' | 'warn'; children: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <div className={styles.notice} data-tone={props.tone} role="status">
      <CircleAlert size={15} aria-hidden />
      <span>{props.children}</span>
      {props.action}
    </div>
  )
}

/** Places named in the notice; how many there are is said in any case. */
const MOST_NAMED = 5

function brokenText(t: AuditTexts, verify: VerifyState): string {
  const { brokenSeq, reason, differences, differenceCount } = verify
  if (brokenSeq === null || reason === null) return t('chain.damagedHint')
  if (differences.length === 0) {
    return t('chain.brokenHint', { seq: brokenSeq, reason: t(`break.${reason}`) })
  }
  const named = differences.slice(0, MOST_NAMED).map((each) => `#${each.seq} ${t(`break.${each.reason}`)}`)
  const rows = [...named, ...(differenceCount > named.length ? ['…'] : [])].join(' · ')
  return t('chain.differsHint', { count: differenceCount, rows })
}

/** What an administrator has to know about the chain before they read it. */
export function ChainNotices({ onShowUnknown }: { onShowUnknown: (() => void) | undefined }): ReactNode {
  const t = useAuditTexts()
  const { data: chain } = useChain()
  if (chain === undefined) return null
  const { verify, ship, unknown } = chain
  const down = (ship?.sinks ?? []).filter(({ downSince }) => downSince !== null)
  return (
    <>
      {verify.state === 'broken' ? <Notice tone="error">{brokenText(t, verify)}</Notice> : null}
      {down.map(({ address, downSince, error, waiting }) => (
        <Notice key={address} tone="warn">
          {t('chain.sinkDown', { address, time: formatMoment(downSince ?? 0), error, count: waiting })}
        </Notice>
      ))}
      {unknown === 0 || onShowUnknown === undefined ? null : (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={onShowUnknown}>
              {t('chain.showUnknown')}
            </Button>
          }
        >
          {t('chain.unknown', { count: unknown })}
        </Notice>
      )}
    </>
  )
}
