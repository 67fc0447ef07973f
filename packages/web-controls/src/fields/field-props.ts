import type { Field } from '@qd/protocol-model'
import type { KeyboardEvent } from 'react'

/** Where the cursor of a grid goes after an input. */
export type Leave = 'stay' | 'down' | 'right' | 'left'

export interface FieldInputProps {
  field: Field
  value: unknown
  /** Name for readers. */
  label: string
  /** Text to start with instead of the value, when typing itself opened the input. */
  typed?: string
  onCommit: (value: string | number) => void
  /**
   * Told while one types, as soon as the keys pause; `onCommit` follows. All that is told from the first key to the end
   * carries the same sign. What cannot be read, and what is taken back, tells the value from before.
   */
  onType?: (value: unknown, typing: symbol) => void
  /** Called after a commit or a cancel, with where the cursor goes. */
  onLeave?: (leave: Leave) => void
  isAutoFocused?: boolean
  /** Inside a grid: as small as the cell, nothing beside it. */
  isCell?: boolean
  isReadOnly?: boolean
  /** What is wrong with the value that stands there. */
  fault?: string | null
}

export function leaveOf(event: KeyboardEvent): Leave | null {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) return 'down'
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right'
  return null
}
