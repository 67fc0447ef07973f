import type { ComponentType, ReactNode } from 'react'

/** One row among those of the account's security. */
export interface SecurityRowProps {
  icon: ReactNode
  title: ReactNode
  buttons: ReactNode
  children: ReactNode
}

declare module '@qd/web-base' {
  interface WebSlots {
    /** The second factor on the page of the own account, shown in a row of that page. */
    secondFactor?: ComponentType<{ row: ComponentType<SecurityRowProps> }>
  }
}
