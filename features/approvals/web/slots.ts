import type { RouteInput } from '@qd/contract-kit'
import type { ComponentType } from 'react'
import type { approvalApprovers } from '../contract/index.ts'

/** What would be handed in: where, of which kind, and what a policy weighs of it. */
export type WhatIsAsked = RouteInput<typeof approvalApprovers>['body'] & {
  /** Told whether somebody is asked, so that a button can say what it does. */
  onKnown?: (isAsked: boolean) => void
}

declare module '@qd/web-frame' {
  interface WebSlots {
    /** Names who would have to agree, before something is handed in. */
    approvers?: ComponentType<WhatIsAsked>
  }
}
