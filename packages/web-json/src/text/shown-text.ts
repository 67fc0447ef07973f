import type { JsonFault, PlacedFault, ReadText } from '@qd/json-text'
import type { RefObject } from 'react'
import type { JsonEditorHandle } from '../editor/json-editor.tsx'

/** A text as its owner keeps it; `useTextCheck` gives what is about faults and the editor. */
export interface ShownText {
  /** What the editor starts with; another version is shown anew. */
  shown: { text: string; version: number }
  /** Typed in and not applied yet. */
  isDirty: boolean
  read: ReadText
  faultText: (fault: JsonFault | PlacedFault) => string
  /** What stands in the editor now. */
  textNow: () => string
  handle: RefObject<JsonEditorHandle | null>
  /** The editor stands; null: it goes. */
  onReady: (handle: JsonEditorHandle | null) => void
  onEdit: () => void
  discard: () => void
}
