import { exactInt } from '@qd/protocol-model'
import { CalendarClock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatAgo } from '@qd/web-base'
import { IconButton } from '../parts/buttons/icon-button.tsx'
import { useNow } from '../parts/shown/use-now.ts'
import { TimePicker } from '../time/time-picker.tsx'
import { zoneName } from '@qd/web-base'
import styles from './field-input.module.css'
import { useFieldPlace } from './field-place.ts'
import type { FieldInputProps } from './field-props.ts'
import { Floating } from './floating.tsx'
import { useFieldTexts } from './texts.ts'
import { TextInput } from './text-input.tsx'

const MINUTE_MS = 60_000

/** Milliseconds UTC of a time field; null for 0, which means never, and for what is no time. */
function instantOfField({ field, value }: FieldInputProps): number | null {
  const exact = exactInt(value)
  if (exact === null || exact === 0n) return null
  const ms = Number(exact) * (field.time === 'ms' ? 1 : 1000)
  return Number.isFinite(new Date(ms).getTime()) ? ms : null
}

function TimeBox({ props, onClose }: { props: FieldInputProps; onClose: () => void }): ReactNode {
  const t = useFieldTexts()
  const { zoneMinutes } = useFieldPlace()
  const { field, value } = props
  const raw = { ...field, time: undefined, dataProvider: undefined }
  const commit = (ms: number | null): void => {
    const count = ms === null ? 0 : field.time === 'ms' ? ms : Math.trunc(ms / 1000)
    props.onCommit(typeof value === 'string' ? String(count) : count)
  }
  return (
    <div className={styles.timeBox}>
      <div className={styles.timeLine}>
        <span>{zoneName(zoneMinutes)}</span>
        <TimePicker
          label={t('time.pick')}
          value={instantOfField(props)}
          zoneMinutes={zoneMinutes}
          onChange={commit}
        />
      </div>
      <div className={styles.timeLine}>
        <span>{t('time.raw', { unit: field.time ?? 's' })}</span>
        <TextInput
          field={raw}
          value={value}
          label={`${props.label} ${t('time.raw', { unit: field.time ?? 's' })}`}
          onCommit={props.onCommit}
          isCell
          onLeave={(to) => {
            if (to !== 'stay') onClose()
          }}
        />
      </div>
    </div>
  )
}

/** A time as the game's clock reads it, with a calendar, the raw number, and how long ago or ahead it is. */
export function TimeInput(props: FieldInputProps): ReactNode {
  const t = useFieldTexts()
  const { clockOffsetMs = 0 } = useFieldPlace()
  const now = useNow(MINUTE_MS) + clockOffsetMs
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = ({ target }: PointerEvent): void => {
      const isInside =
        target instanceof Element &&
        (root.current?.contains(target) === true ||
          box.current?.contains(target) === true ||
          target.closest('.ant-picker-dropdown') !== null)
      if (!isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  const at = instantOfField(props)
  return (
    <>
      <span ref={root} className={styles.time}>
        <TextInput {...props} />
        {props.isReadOnly === true ? null : (
          <IconButton isSmall label={t('time.pick')} onClick={() => setOpen(!isOpen)}>
            <CalendarClock size={14} aria-hidden />
          </IconButton>
        )}
      </span>
      {at === null ? null : (
        <span className={styles.side} data-note="side" title={String(props.value)}>
          {formatAgo(at, now)}
        </span>
      )}
      {isOpen ? (
        <Floating
          anchor={root}
          box={box}
          role="dialog"
          label={t('time.pick')}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape') setOpen(false)
          }}
        >
          <TimeBox props={props} onClose={() => setOpen(false)} />
        </Floating>
      ) : null}
    </>
  )
}
