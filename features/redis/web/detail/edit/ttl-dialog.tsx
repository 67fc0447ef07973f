import { formatMoment, useTimeZone, zoneName } from '@qd/web-base'
import { SegmentedControl, TimePicker, useNow } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { redisText, useRedisTexts } from '../../texts.ts'
import { TTL_UNITS, ttlParts } from '../model/ttl.ts'
import type { TtlUnit } from '../model/ttl.ts'
import styles from './save-dialogs.module.css'
import { DialogForm, Failure, useRun } from './use-run.tsx'

const UNITS = Object.keys(TTL_UNITS) as TtlUnit[]

interface AskedTtl {
  title: string
  /** -1: no end. */
  ttlMs: number
  /** What goes when the end lies in the past. */
  lost: string
  /** `ttlMs` null: no end. */
  run: (ttlMs: number | null) => Promise<unknown>
}

/** S4.13: an end in the past deletes, and that is asked. */
function DeleteQuestion(props: {
  lost: string
  run: () => Promise<unknown>
  onClose: () => void
}): ReactNode {
  const t = useRedisTexts()
  return (
    <DialogForm action={t('detail.delete')} isDanger run={props.run} onClose={props.onClose}>
      <p className={styles.hint}>{t('detail.ttlDeletes', { name: props.lost })}</p>
    </DialogForm>
  )
}

function TtlQuestion({ ttlMs, lost, run, onClose }: AskedTtl & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const now = useNow(1_000)
  const { minutesAt } = useTimeZone()
  const [first] = useState(() => ttlParts(Math.max(0, ttlMs)))
  const [as, setAs] = useState<'after' | 'at'>('after')
  const [amount, setAmount] = useState<number | null>(ttlMs < 0 ? null : first.amount)
  const [unit, setUnit] = useState<TtlUnit>(first.unit)
  const [until, setUntil] = useState<number | null>(() => (ttlMs < 0 ? null : Date.now() + ttlMs))
  const persisting = useRun(onClose)
  const wished = (): number | null => {
    if (as === 'at') return until === null ? null : until - Date.now()
    return amount === null ? null : Math.round(amount * TTL_UNITS[unit])
  }
  const save = async (): Promise<void> => {
    const ms = wished()
    if (ms === null) return
    if (ms > 0) return void (await run(ms))
    openDialog(({ close }) => <DeleteQuestion lost={lost} run={() => run(ms)} onClose={close} />, {
      title: redisText('detail.delete'),
      width: 440,
      danger: true,
    })
  }
  const shown = as === 'at' ? until : amount === null ? null : now + amount * TTL_UNITS[unit]
  return (
    <DialogForm
      action={t('detail.save')}
      isDisabled={as === 'at' ? until === null : amount === null}
      run={save}
      onClose={onClose}
    >
      <SegmentedControl<'after' | 'at'>
        label={t('detail.ttlAs')}
        value={as}
        segments={[
          { value: 'after', label: t('detail.ttlAfter') },
          { value: 'at', label: t('detail.ttlAt') },
        ]}
        onChange={setAs}
      />
      {as === 'at' ? (
        <TimePicker label={t('detail.ttlAt')} value={until} onChange={setUntil} />
      ) : (
        <div className={styles.row}>
          <InputNumber
            aria-label={t('detail.ttlAmount')}
            data-first-focus
            value={amount}
            onChange={(next) => setAmount(next)}
          />
          <Select<TtlUnit>
            aria-label={t('detail.ttlUnit')}
            value={unit}
            style={{ minWidth: 110 }}
            options={UNITS.map((value) => ({ value, label: t(`detail.unit.${value}`) }))}
            onChange={setUnit}
          />
        </div>
      )}
      <p className={styles.hint}>
        {shown === null
          ? t('detail.ttlHint')
          : shown <= now
            ? t('detail.ttlPast')
            : t('detail.ttlEnds', { at: formatMoment(shown), zone: zoneName(minutesAt(shown)) })}
      </p>
      {ttlMs < 0 ? null : (
        <div className={styles.row}>
          <Button loading={persisting.isRunning} onClick={() => void persisting.run(() => run(null))}>
            {t('detail.persist')}
          </Button>
          <Failure text={persisting.failure} />
        </div>
      )}
    </DialogForm>
  )
}

/** Asks how long a key, or a field, shall live. */
export function openTtl(asked: AskedTtl): void {
  openDialog(({ close }) => <TtlQuestion {...asked} onClose={close} />, { title: asked.title, width: 440 })
}
