import { Banner } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { CallError } from '@qd/web-base'
import { Button } from 'antd'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { ConsoleInput } from './console-input.tsx'
import type { ConsoleSession } from './console-session.ts'
import styles from './console.module.css'
import { useConsole } from './consoles.ts'
import { ResultCard } from './result-card.tsx'

function LinkNote({ session }: { session: ConsoleSession }): ReactNode {
  const t = useRedisTexts()
  const { link, attempt, msg } = useConsole(session, ({ state }) => state)
  if (link === 'ready') return null
  if (link === 'reconnecting') {
    return (
      <Banner tone="warn" icon={<LoaderCircle size={14} aria-hidden />}>
        {t('console.reconnecting', { attempt: Math.max(1, attempt) })}
      </Banner>
    )
  }
  const again = (
    <Button size="small" onClick={() => void session.connect()}>
      {t('console.reconnect')}
    </Button>
  )
  return (
    <Banner tone="err" icon={<CircleAlert size={14} aria-hidden />} action={again}>
      {msg === '' ? t('console.lost') : msg}
    </Banner>
  )
}

/** Results, the newest at the foot, and the line to type in. */
export function ConsoleView({ session }: { session: ConsoleSession }): ReactNode {
  const t = useRedisTexts()
  const results = useConsole(session, (store) => store.results)
  const refused = useConsole(session, (store) => store.refused)
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const last = results.at(-1)?.n
  const seen = useRef(last)
  useLayoutEffect(() => {
    // What was just run comes into view, wherever the reader is.
    if (seen.current !== last) isAtEnd.current = true
    seen.current = last
    const box = list.current
    if (box !== null && isAtEnd.current) box.scrollTop = box.scrollHeight
  })
  if (refused !== '') {
    const error = new CallError({ code: 'refused', message: refused })
    return <ErrorState error={error} onRetry={() => session.retry()} />
  }
  return (
    <>
      <LinkNote session={session} />
      <div
        ref={list}
        className={styles.results}
        role="log"
        aria-label={t('console.results')}
        // A region that scrolls is reached by the keyboard, too.
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 24
        }}
      >
        {results.length === 0 ? (
          <EmptyState title={t('console.empty')} hint={t('console.emptyHint')} />
        ) : (
          results.map((result) => <ResultCard key={result.n} result={result} session={session} />)
        )}
      </div>
      <ConsoleInput session={session} />
    </>
  )
}
