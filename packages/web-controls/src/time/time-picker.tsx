import { lazyPart } from '@qd/web-base'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '../parts/shown/skeleton.tsx'
import type { TimePickerProps, TimeRangePickerProps } from './wall-picker.tsx'

// The calendar is large; pages that never ask for a time, sign-in first of all, do without it.
const Moment = lazyPart(() =>
  import('./wall-picker.tsx').then(({ MomentField }) => ({ default: MomentField })),
)
const Range = lazyPart(() => import('./wall-picker.tsx').then(({ RangeField }) => ({ default: RangeField })))

const FIELD_HEIGHT = 30

/** A moment (milliseconds UTC), shown and typed as wall clock of the chosen zone. */
export function TimePicker(props: TimePickerProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton width={180} height={FIELD_HEIGHT} />}>
      <Moment {...props} />
    </Suspense>
  )
}

/** From a moment to another (milliseconds UTC); either end may stay open. */
export function TimeRangePicker(props: TimeRangePickerProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton width={320} height={FIELD_HEIGHT} />}>
      <Range {...props} />
    </Suspense>
  )
}
