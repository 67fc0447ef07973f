import type { ComponentType, ReactNode } from 'react'
import type { RightsSource } from '@qd/access/contract'
import type { UserView } from '../contract/index.ts'

/** One row among those of the account's security. */
export interface SecurityRowProps {
  icon: ReactNode
  title: ReactNode
  buttons: ReactNode
  children: ReactNode
}

declare module '@qd/web-frame' {
  /** What the pages about accounts show and other features know. */
  interface WebSlots {
    /** In the list of users: what one holds, in one line. */
    userHoldings?: ComponentType<Pick<UserView, 'grants' | 'groups'>>
    /** Beside the list: everything one user holds and why. */
    userRights?: ComponentType<{ user: UserView & { sources: readonly RightsSource[] } }>
    /** In the form of an invitation; `name` is the field. */
    firstGrants?: ComponentType<{ name: string }>
    /** The second factor on the page of the own account, shown in a row of that page. */
    secondFactor?: ComponentType<{ row: ComponentType<SecurityRowProps> }>
    /** One more panel on the page of the own account. */
    accountPanel?: ComponentType
  }
}
