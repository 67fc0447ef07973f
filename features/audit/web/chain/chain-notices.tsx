import { formatInstant } from '@qd/web-kit'
import { Button } from 'antd'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAuditTexts } from '../texts.ts'
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

/** What an administrator has to know about the chain before he reads it. */
export function ChainNotices({ onShowUnknown }: { onShowUnknown: (() => void) | undefined }): ReactNode {
  const t = useAuditTexts()
  const { data: chain } = useChain()
  if (chain === undefined || chain === null) return null
  const { verify, ship, unknown } = chain
  const down = ship.sinks.filter(({ downSince }) => downSince !== null)
  return (
    <>
      {verify.state === 'broken' && verify.reason !== null ? (
        <Notice tone="error">
          {t('chain.brokenHint', { seq: verify.brokenSeq ?? 0, reason: t(`break.${verify.reason}`) })}
        </Notice>
      ) : null}
      {down.map(({ address, downSince, error, waiting }) => (
        <Notice key={address} tone="warn">
          {t('chain.sinkDown', { address, time: formatInstant(downSince ?? 0), error, count: waiting })}
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
