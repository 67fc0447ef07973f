import { useTexts } from '@qd/web-base'
import { SegmentedControl, Time } from '@qd/web-controls'
import { CopyButton, EmptyState, TOAST_ICONS, useMessageLog } from '@qd/web-frame'
import type { LoggedMessage } from '@qd/web-frame'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './message-drawer.module.css'

type Show = 'all' | 'failures' | 'notices'

const KINDS: Record<Show, readonly LoggedMessage['kind'][] | null> = {
  all: null,
  failures: ['error', 'warning'],
  notices: ['notice', 'notification'],
}

/** Everything a colleague needs to look into it. */
function detailsOf({ at, text, requestId }: LoggedMessage): string {
  return [new Date(at).toISOString(), text, requestId].filter((part) => part !== undefined).join('\n')
}

function MessageCard({ message }: { message: LoggedMessage }): ReactNode {
  const t = useTexts('shell')
  const Icon = TOAST_ICONS[message.kind]
  return (
    <li className={styles.card} data-kind={message.kind}>
      <Icon size={15} aria-hidden />
      <div className={styles.text}>
        {message.title === undefined ? null : <strong>{message.title}</strong>}
        <p>{message.text}</p>
        <div className={styles.facts}>
          <Time at={message.at} />
          {message.count > 1 ? <span>×{message.count}</span> : null}
          {message.requestId === undefined ? null : <code>{message.requestId}</code>}
        </div>
      </div>
      <CopyButton text={detailsOf(message)} label={t('messages.copy')} />
    </li>
  )
}

/** The messages of this session, newest first: what stood on the screen for 600 ms can still be read. */
export default function MessageDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const messages = useMessageLog((state) => state.messages)
  const [show, setShow] = useState<Show>('all')
  useEffect(() => useMessageLog.getState().readAll(), [])
  const kinds = KINDS[show]
  const shown = messages.filter(({ kind }) => kinds === null || kinds.includes(kind))
  const segments = (['all', 'failures', 'notices'] as const).map((value) => ({
    value,
    label: t(`messages.show.${value}`),
  }))
  return (
    <Drawer open placement="right" size="min(420px, 100vw)" title={t('messages.title')} onClose={onClose}>
      <div className={styles.head}>
        <SegmentedControl label={t('messages.filter')} segments={segments} value={show} onChange={setShow} />
        <Button
          size="small"
          type="text"
          disabled={messages.length === 0}
          onClick={() => useMessageLog.getState().clear()}
        >
          {t('messages.clear')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('messages.none')} hint={t('messages.noneHint')} />
      ) : (
        <ul className={styles.list}>
          {shown.map((message) => (
            <MessageCard key={message.id} message={message} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}
