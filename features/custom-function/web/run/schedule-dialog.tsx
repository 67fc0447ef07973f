import type { ScheduleTiming } from '@qd/contract-kit'
import { machineZone } from '@qd/i18n'
import { goTo, isCallError, useKitText } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, Slot, openDialog, toast, useMarkDialogDirty } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { scheduleFunction } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { refOf } from '../model/function-key.ts'
import type { Values } from '../model/parameter-values.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import styles from './schedule-dialog.module.css'

const MAX_REASON = 500

/** What is scheduled, as the page has it. */
export interface ScheduleWish {
  entry: FunctionEntry
  home: FunctionHome
  values: Values
  /** uIds; null: the server. */
  players: readonly string[] | null
  reason: string
}

/** Every Monday morning on the reader's clock, until they say otherwise. */
const startTiming = (): ScheduleTiming => ({
  rule: { kind: 'weekly', days: [1], at: '09:00' },
  zone: machineZone().zone,
  overlap: 'skip',
  missed: 'once',
})

function sendSchedule(wish: ScheduleWish, timing: ScheduleTiming, given: { reason: string; key: string }) {
  const { entry, home, values, players } = wish
  return call(
    scheduleFunction,
    {
      query: queryOf(home),
      body: {
        function: refOf(entry),
        params: values,
        timing,
        reason: given.reason.trim(),
        idempotencyKey: given.key,
      },
    },
    {
      at: home.at,
      tag: 'custom-function:schedule.open',
      told: 'form',
      text: (players ?? []).join('\n'),
      confirmation: newConfirmation({
        title: functionText('schedule.of', { title: entry.title }),
        action: functionText('schedule.make'),
      }),
    },
  )
}

function ScheduleForm({ wish, onClose }: { wish: ScheduleWish; onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const kit = useKitText()
  const { entry, home, players } = wish
  const [timing, setTiming] = useState(startTiming)
  const [reason, setReason] = useState(wish.reason)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  // One wish, one key: sent again after a lost answer, it makes one entry.
  const request = useRef({ meant: '', key: '' })
  useMarkDialogDirty(true)
  const send = async () => {
    setSending(true)
    setFailure('')
    const meant = JSON.stringify([timing, reason])
    if (request.current.meant !== meant) request.current = { meant, key: crypto.randomUUID() }
    try {
      const { scheduleId } = await sendSchedule(wish, timing, { reason, key: request.current.key })
      toast.success(functionText('schedule.made', { title: entry.title }))
      onClose()
      goTo(`/schedules/${scheduleId}`)
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={styles.form}>
      <p className={styles.about}>
        {players === null
          ? t('schedule.onServer', { server: `S${home.sId} ${home.serverName}`.trim() })
          : t('schedule.onPlayers', { number: players.length })}{' '}
        {t('schedule.inYourName', { version: entry.version })}
      </p>
      <Slot name="scheduleTiming" values={{ value: timing, onChange: setTiming, mayOverlap: true }} />
      <label className={styles.reason}>
        <span>{t('schedule.reason')}</span>
        <Input.TextArea
          rows={1}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton loading={isSending} disabled={reason.trim() === ''} onClick={() => void send()}>
          {t('schedule.make')}
        </ConfirmButton>
      </DialogActions>
    </div>
  )
}

/** Asks when a function runs on what the page has chosen. */
export function openSchedule(wish: ScheduleWish): void {
  openDialog(({ close }) => <ScheduleForm wish={wish} onClose={close} />, {
    title: functionText('schedule.of', { title: wish.entry.title }),
    width: 560,
  })
}
