import { useCall } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { ErrorState, openConfirm } from '@qd/web-frame'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { serverConfig } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf, sendServerChange } from '../parts/change.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import styles from './messages.module.css'

const NAME = 'notify-keyspace-events'
/** Both ways of telling, all events. */
const ALL = 'KEA'

function set(database: OpenDatabase, value: string): Promise<boolean> {
  const title = redisText(value === '' ? 'topics.events.turnOff' : 'topics.events.turnOn')
  const what = redisText('topics.events.what', { name: NAME, value: value === '' ? '""' : value })
  return sendServerChange(database, { kind: 'setConfig', name: NAME, value }, { title, what })
}

/** The page goes and the setting is another than before: what was there is offered, never put back by itself. */
function offerBack(database: OpenDatabase, before: string): void {
  openConfirm({
    title: redisText('topics.events.back'),
    text: redisText('topics.events.backText', {
      name: database.connection.name,
      value: before === '' ? '""' : before,
    }),
    action: redisText('topics.events.back'),
    run: async () => {
      await set(database, before)
    },
  })
}

/** What the server tells of its keys, by node, and the switch for it. `onChanged`: it tells other things now. */
export function NotifySetting(props: { database: OpenDatabase; onChanged: () => void }): ReactNode {
  const t = useRedisTexts()
  const { database, onChanged } = props
  const { data, error, refetch } = useCall(
    serverConfig,
    { body: bodyOf(database) },
    { tag: 'redis:topics.events.title', told: 'inline', staleTimeMs: 0 },
  )
  const values = (data?.nodes ?? []).flatMap(({ node, data: config }) => {
    const found = config?.values.find(({ name }) => name === NAME)
    return found === undefined ? [] : [{ node, value: found.value }]
  })
  const different = [...new Set(values.map(({ value }) => value))]
  const [before, setBefore] = useState<string | null>(null)
  const left = useRef<string | null>(null)
  useEffect(() => {
    left.current = before !== null && different[0] !== before ? before : null
  })
  useEffect(
    () => () => {
      if (left.current !== null) offerBack(database, left.current)
    },
    [database],
  )
  const change = async (value: string): Promise<void> => {
    // Nodes that differ have no one value to go back to.
    const former = different.length === 1 ? different[0]! : null
    const isDone = await set(database, value)
    await refetch()
    if (!isDone) return
    if (before === null) setBefore(former)
    onChanged()
  }
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const isOn = different.some((value) => /[KE]/.test(value))
  return (
    <div className={styles.bar}>
      <span className={styles.count}>{NAME}</span>
      {values.map(({ node, value }) => (
        <Tag key={node} tone={/[KE]/.test(value) ? 'ok' : 'warn'} title={node}>
          {different.length > 1 ? `${node} ` : ''}
          {value === '' ? t('topics.events.isOff') : value}
        </Tag>
      ))}
      {isOn ? (
        <ChangeButton database={database} onClick={() => void change('')}>
          {t('topics.events.turnOff')}
        </ChangeButton>
      ) : (
        <ChangeButton database={database} isDisabled={values.length === 0} onClick={() => void change(ALL)}>
          {t('topics.events.turnOn')}
        </ChangeButton>
      )}
      {before !== null && different[0] !== before && before !== '' ? (
        <ChangeButton database={database} onClick={() => void change(before)}>
          {t('topics.events.backTo', { value: before })}
        </ChangeButton>
      ) : null}
      {isOn || values.length === 0 ? null : <p className={styles.note}>{t('topics.events.offHint')}</p>}
    </div>
  )
}
