import type { ComponentType } from 'react'
import type { TimingFieldsProps } from './form/timing-fields.tsx'

declare module '@qd/web-frame' {
  interface WebSlots {
    /** The part of a form that says when something runs, with a look at the next times. */
    scheduleTiming?: ComponentType<TimingFieldsProps>
  }
}
