import { SegmentedControl } from '@qd/web-controls'
import { openConfirm, openDialog } from '@qd/web-frame'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RedisBytes } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import { sendFormEdit } from '../edit/changes.ts'
import styles from '../edit/save-dialogs.module.css'
import { DialogForm } from '../edit/use-run.tsx'
import { shownBytes } from '../model/bytes.ts'
import type { KeyPlace } from '../key-place.ts'

const ENTRY_ID = /^\d{1,20}(?:-\d{1,20})?$/

function TrimForm({ place, onClose }: { place: KeyPlace; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const [by, setBy] = useState<'length' | 'id'>('length')
  const [bound, setBound] = useState('')
  const isFine = by === 'length' ? /^\d{1,15}$/.test(bound) : ENTRY_ID.test(bound)
  return (
    <DialogForm
      action={t('detail.trim')}
      isDanger
      isDisabled={!isFine}
      run={() => sendFormEdit(place, { kind: 'trimStream', by, bound })}
      onClose={onClose}
    >
      <SegmentedControl<'length' | 'id'>
        label={t('detail.trimBy')}
        value={by}
        segments={[
          { value: 'length', label: t('detail.trimLength') },
          { value: 'id', label: t('detail.trimId') },
        ]}
        onChange={setBy}
      />
      <Input
        data-first-focus
        className={styles.mono}
        aria-label={t(by === 'length' ? 'detail.trimLength' : 'detail.trimId')}
        value={bound}
        onChange={({ target }) => setBound(target.value)}
      />
      <p className={styles.hint}>{t(by === 'length' ? 'detail.trimLengthHint' : 'detail.trimIdHint')}</p>
    </DialogForm>
  )
}

/** Drops the oldest entries, down to a number of them or to an id. */
export function openTrim(place: KeyPlace): void {
  openDialog(({ close }) => <TrimForm place={place} onClose={close} />, {
    title: redisText('detail.trim'),
    width: 440,
    danger: true,
  })
}

function GroupForm({ place, onClose }: { place: KeyPlace; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const [group, setGroup] = useState('')
  const [fromId, setFromId] = useState('$')
  return (
    <DialogForm
      action={t('detail.createGroup')}
      isDisabled={group === '' || !(fromId === '$' || ENTRY_ID.test(fromId))}
      run={() => sendFormEdit(place, { kind: 'createGroup', group, fromId })}
      onClose={onClose}
    >
      <label className={styles.field}>
        {t('detail.group')}
        <Input
          data-first-focus
          className={styles.mono}
          value={group}
          onChange={({ target }) => setGroup(target.value)}
        />
      </label>
      <label className={styles.field}>
        {t('detail.groupFrom')}
        <Input className={styles.mono} value={fromId} onChange={({ target }) => setFromId(target.value)} />
      </label>
      <p className={styles.hint}>{t('detail.groupFromHint')}</p>
    </DialogForm>
  )
}

export function openCreateGroup(place: KeyPlace): void {
  openDialog(({ close }) => <GroupForm place={place} onClose={close} />, {
    title: redisText('detail.createGroup'),
    width: 440,
  })
}

export function askRemoveGroup(place: KeyPlace, group: RedisBytes, onDone: () => void): void {
  openConfirm({
    title: redisText('detail.removeGroup'),
    text: redisText('detail.removeGroupText', { name: shownBytes(group) }),
    action: redisText('detail.delete'),
    run: async () => {
      await sendFormEdit(place, { kind: 'removeGroup', group })
      onDone()
    },
  })
}

interface Claimed {
  place: KeyPlace
  group: RedisBytes
  ids: readonly string[]
  onDone: () => void
}

function ClaimForm({ place, group, ids, onDone, onClose }: Claimed & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const [consumer, setConsumer] = useState('')
  const [idleSeconds, setIdle] = useState<number | null>(0)
  const run = async (): Promise<void> => {
    const minIdleMs = Math.max(0, Math.round((idleSeconds ?? 0) * 1_000))
    await sendFormEdit(place, { kind: 'claim', group, consumer, minIdleMs, ids: [...ids] })
    onDone()
  }
  return (
    <DialogForm action={t('detail.claim')} isDisabled={consumer === ''} run={run} onClose={onClose}>
      <label className={styles.field}>
        {t('detail.consumer')}
        <Input
          data-first-focus
          className={styles.mono}
          value={consumer}
          onChange={({ target }) => setConsumer(target.value)}
        />
      </label>
      <label className={styles.field}>
        {t('detail.minIdle')}
        <InputNumber min={0} value={idleSeconds} onChange={setIdle} />
      </label>
      <p className={styles.hint}>{t('detail.claimHint', { count: ids.length })}</p>
    </DialogForm>
  )
}

/** Gives entries that wait for their acknowledgement to another consumer. */
export function openClaim(claimed: Claimed): void {
  openDialog(({ close }) => <ClaimForm {...claimed} onClose={close} />, {
    title: redisText('detail.claim'),
    width: 440,
  })
}

export function askAck({ place, group, ids, onDone }: Claimed): void {
  openConfirm({
    title: redisText('detail.ack'),
    text: redisText('detail.ackText', { count: ids.length }),
    action: redisText('detail.ack'),
    run: async () => {
      await sendFormEdit(place, { kind: 'ack', group, ids: [...ids] })
      onDone()
    },
  })
}
