import type { RouteInput } from '@qd/contract-kit'
import type { ComponentType } from 'react'
import type { ApprovalView, approvalApprovers } from '../contract/index.ts'

/** What would be handed in: where, of which kind, and what a policy weighs of it. */
export type WhatIsAsked = RouteInput<typeof approvalApprovers>['body'] & {
  /** Told whether somebody is asked, so that a button can say what it does. */
  onKnown?: (isAsked: boolean) => void
}

/** The record: its page as requests name it, and the scope path it lies at. */
export interface OwnRequestsProps {
  page: string
  scope: string
  /** Told the newest of them; null: there is none. */
  onKnown?: (open: OwnRequest | null) => void
}

export type OwnRequest = Pick<ApprovalView, 'id' | 'number'>

declare module '@qd/web-frame' {
  interface WebSlots {
    /** Names who would have to agree, before something is handed in. */
    approvers?: ComponentType<WhatIsAsked>
    /** Shows the reader's open requests about the record of a page, so that it is not handed in again unseen. */
    ownRequests?: ComponentType<OwnRequestsProps>
  }
}
