import generatePicker from 'antd/es/date-picker/generatePicker/index.js'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { useNow } from '../parts/shown/use-now.ts'
import { wallCalendar } from './picker-calendar.ts'
import { instantOf, wallOf } from './wall-clock.ts'
import type { WallClock } from './wall-clock.ts'
import { useTimeZone, zoneName } from '@qd/web-base'
import type { TimeZone } from '@qd/web-base'

const WallPicker = generatePicker<WallClock>(wallCalendar)
const { RangePicker } = WallPicker

const MOMENT = 'YYYY-MM-DD HH:mm:ss'
const DAY = 'YYYY-MM-DD'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

interface FieldProps {
  /** Name for readers. */
  label: string
  id?: string
  disabled?: boolean
  /** Days only: an instant is the day's first. */
  isDateOnly?: boolean
  isInvalid?: boolean
  /** Minutes east of UTC of a clock of its own; else the zone the operator chose. */
  zoneMinutes?: number
}

export interface TimePickerProps extends FieldProps {
  /** Milliseconds UTC; null: none. */
  value: number | null
  onChange: (value: number | null) => void
}

export interface TimeRange {
  /** Milliseconds UTC; null: open. */
  from: number | null
  to: number | null
}

function useField(props: FieldProps): { zone: TimeZone; shared: object } {
  const chosen = useTimeZone()
  const now = useNow(MINUTE_MS)
  const { isDateOnly = false, zoneMinutes } = props
  const zone = zoneMinutes === undefined ? chosen : { ...chosen, minutesAt: () => zoneMinutes }
  return {
    zone,
    shared: {
      'aria-label': props.label,
      id: props.id,
      disabled: props.disabled,
      status: props.isInvalid === true ? ('error' as const) : undefined,
      showTime: !isDateOnly,
      format: isDateOnly ? DAY : MOMENT,
      needConfirm: false,
      // Two clocks for one text are a trap: the field says which one it reads.
      title: zoneName(zone.minutesAt(now)),
    },
  }
}

const wallOrNull = (ms: number | null, { minutesAt }: TimeZone) =>
  ms === null ? null : wallOf(ms, minutesAt)
const instantOrNull = (wall: WallClock | null, { minutesAt }: TimeZone) =>
  wall === null ? null : instantOf(wall, minutesAt)

/** Midnight, and so not the time of day at which the day was picked. */
function dayOf(wall: WallClock | null, isDateOnly = false): WallClock | null {
  if (wall === null || !isDateOnly) return wall
  return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()))
}

/** A moment, shown and typed as wall clock of the chosen zone. */
export function MomentField(props: TimePickerProps): ReactNode {
  const { zone, shared } = useField(props)
  return (
    <WallPicker
      {...shared}
      value={wallOrNull(props.value, zone)}
      onChange={(wall: WallClock | null) =>
        props.onChange(instantOrNull(dayOf(wall, props.isDateOnly), zone))
      }
    />
  )
}

export interface TimeRangePickerProps extends FieldProps {
  value: TimeRange
  onChange: (range: TimeRange) => void
}

/** The last hour, day and week. */
function usePresets({ minutesAt }: TimeZone) {
  const t = useKitText()
  const last = (hours: number) => (): [WallClock, WallClock] => {
    const now = Date.now()
    return [wallOf(now - hours * HOUR_MS, minutesAt), wallOf(now, minutesAt)]
  }
  return [
    { label: t('time.lastHour'), value: last(1) },
    { label: t('time.lastDay'), value: last(24) },
    { label: t('time.lastWeek'), value: last(168) },
  ]
}

/** From a moment to another; either end may stay open. */
export function RangeField(props: TimeRangePickerProps): ReactNode {
  const { zone, shared } = useField(props)
  const presets = usePresets(zone)
  const { id, ...rest } = shared as { id?: string }
  return (
    <RangePicker
      {...rest}
      {...(id === undefined ? {} : { id: { start: id } })}
      allowEmpty={[true, true]}
      presets={presets}
      value={[wallOrNull(props.value.from, zone), wallOrNull(props.value.to, zone)]}
      onChange={(walls: [WallClock | null, WallClock | null] | null) =>
        props.onChange({
          from: instantOrNull(dayOf(walls?.[0] ?? null, props.isDateOnly), zone),
          to: instantOrNull(dayOf(walls?.[1] ?? null, props.isDateOnly), zone),
        })
      }
    />
  )
}
