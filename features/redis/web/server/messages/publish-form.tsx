import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { publishMessage } from '../../../contract/index.ts'
import { mayEdit } from '../../keys/may-edit.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import styles from './messages.module.css'

/** Sends one message; what was typed stays, for the next one. */
export function PublishForm({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const [channel, setChannel] = useState('')
  const [payload, setPayload] = useState('')
  const [isSharded, setSharded] = useState(false)
  const [isSending, setSending] = useState(false)
  const refused = mayEdit(database)
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const { receivers } = await call(
        publishMessage,
        { body: { ...bodyOf(database), channel, payload, isSharded } },
        { tag: 'redis:topics.pubsub.publish', told: 'toast' },
      )
      toast.success(redisText('topics.pubsub.published', { count: receivers }))
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      setSending(false)
    }
  }
  if (refused !== null) {
    return (
      <div className={styles.publish}>
        <p className={styles.note}>{t(`topics.pubsub.${refused}`)}</p>
      </div>
    )
  }
  return (
    <form
      className={styles.publish}
      aria-label={t('topics.pubsub.publish')}
      onSubmit={(event) => {
        event.preventDefault()
        if (channel !== '' && !isSending) void send()
      }}
    >
      <Input
        size="small"
        className={styles.name}
        aria-label={t('topics.pubsub.to')}
        placeholder={t('topics.pubsub.to')}
        value={channel}
        onChange={({ target }) => setChannel(target.value)}
      />
      <Input.TextArea
        size="small"
        className={styles.text}
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-label={t('topics.pubsub.payload')}
        placeholder={t('topics.pubsub.payload')}
        value={payload}
        onChange={({ target }) => setPayload(target.value)}
      />
      <Checkbox checked={isSharded} onChange={({ target }) => setSharded(target.checked)}>
        {t('topics.pubsub.sharded')}
      </Checkbox>
      <Button size="small" htmlType="submit" disabled={channel === ''} loading={isSending}>
        {t('topics.pubsub.publish')}
      </Button>
    </form>
  )
}
