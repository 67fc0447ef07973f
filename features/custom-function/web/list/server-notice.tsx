import { Button } from 'antd'
import { CloudOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import styles from './server-notice.module.css'

interface ServerNoticeProps {
  state: 'ok' | 'none' | 'offline'
  msg: string
  refused: readonly { name: string; reason: string }[]
  hasFunctions: boolean
  onRetry: () => void
}

/** What is wrong with the functions of the game server itself; those of the console stand below all the same. */
export function ServerNotice(props: ServerNoticeProps): ReactNode {
  const t = useFunctionTexts()
  const [isOpen, setOpen] = useState(false)
  const { state, msg, refused } = props
  return (
    <>
      {state === 'offline' ? (
        <div className={styles.notice} data-tone="err" role="status">
          <CloudOff size={14} aria-hidden />
          <span>
            {t('list.offline')} {msg}
          </span>
          <Button size="small" onClick={props.onRetry}>
            {t('list.retry')}
          </Button>
        </div>
      ) : null}
      {state === 'none' && props.hasFunctions ? (
        <p className={styles.notice}>{t('list.serverOffersNone')}</p>
      ) : null}
      {refused.length === 0 ? null : (
        <div className={styles.notice} data-tone="warn">
          <TriangleAlert size={14} aria-hidden />
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('list.refused', { number: refused.length })}
          </button>
          {isOpen ? (
            <ul>
              {refused.map(({ name, reason }) => (
                <li key={name}>
                  <code>{name}</code> {reason}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </>
  )
}
