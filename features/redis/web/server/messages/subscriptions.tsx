import { IconButton, SegmentedControl } from '@qd/web-controls'
import { Button, Input } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { SUBSCRIPTIONS_MAX } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import styles from './messages.module.css'

export const SUBSCRIPTION_KINDS = ['channels', 'patterns', 'sharded'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

export interface Subscription {
  readonly kind: SubscriptionKind
  readonly name: string
}

export const isSame = (left: Subscription, right: Subscription): boolean =>
  left.kind === right.kind && left.name === right.name

/** What is listened to, and one more. */
export function Subscriptions(props: {
  list: readonly Subscription[]
  onAdd: (added: Subscription) => void
  onRemove: (removed: Subscription) => void
}): ReactNode {
  const t = useRedisTexts()
  const { list, onAdd, onRemove } = props
  const [kind, setKind] = useState<SubscriptionKind>('channels')
  const [name, setName] = useState('')
  const isFull = list.length >= SUBSCRIPTIONS_MAX
  const isEmpty = name.trim() === ''
  const add = (): void => {
    if (isEmpty || isFull) return
    onAdd({ kind, name: name.trim() })
    setName('')
  }
  return (
    <div className={styles.bar}>
      <SegmentedControl<SubscriptionKind>
        label={t('topics.pubsub.kind')}
        value={kind}
        segments={SUBSCRIPTION_KINDS.map((value) => ({ value, label: t(`topics.pubsub.${value}`) }))}
        onChange={setKind}
      />
      <Input
        size="small"
        className={styles.name}
        aria-label={t('topics.pubsub.name')}
        placeholder={t(kind === 'patterns' ? 'topics.pubsub.patternHint' : 'topics.pubsub.name')}
        value={name}
        maxLength={1_000}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={add}
      />
      <Button
        size="small"
        type="primary"
        disabled={isEmpty || isFull}
        title={isFull ? t('topics.pubsub.full', { limit: SUBSCRIPTIONS_MAX }) : undefined}
        onClick={add}
      >
        {t('topics.pubsub.subscribe')}
      </Button>
      <span className={styles.names}>
        {list.map((each) => (
          <span key={`${each.kind} ${each.name}`} className={styles.subscribed}>
            {each.name}
            {each.kind === 'channels' ? null : <small>{t(`topics.pubsub.${each.kind}`)}</small>}
            <IconButton
              isSmall
              label={t('topics.pubsub.unsubscribe', { name: each.name })}
              onClick={() => onRemove(each)}
            >
              <X size={12} aria-hidden />
            </IconButton>
          </span>
        ))}
      </span>
    </div>
  )
}
