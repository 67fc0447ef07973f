import type { ComponentType } from 'react'
import type { JobDetail } from '../contract/index.ts'

declare module '@qd/web-frame' {
  /** What the feature that starts a kind of job adds to its page. */
  interface WebSlots {
    /** Among the buttons of a job: what else can be done with one of this kind. */
    jobActions?: ComponentType<{ job: JobDetail }>
  }
}
