import type { ComponentType } from 'react'

declare module '@qd/web-frame' {
  interface WebSlots {
    /** In settings of a part of the console: its updates and its window, for those who have any. */
    consoleParts?: ComponentType
  }
}
