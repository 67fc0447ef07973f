import type { ComponentType } from 'react'
import type { RightsSource } from '@qd/access/contract'
import type { UserView } from '../contract/index.ts'

declare module '@qd/web-base' {
  /** What the pages about users show of rights, by whoever knows them. */
  interface WebSlots {
    /** In the list of users: what one holds, in one line. */
    userHoldings?: ComponentType<Pick<UserView, 'grants' | 'groups'>>
    /** Beside the list: everything one user holds and why. */
    userRights?: ComponentType<{ user: UserView & { sources: readonly RightsSource[] } }>
    /** In the form of an invitation; `name` is the field. */
    firstGrants?: ComponentType<{ name: string }>
  }
}
