import { useLostServer } from '@qd/web-calls'
import type { LostServer } from '@qd/web-calls'
import { useEditorPlace } from './editor-context.ts'

/** Whether the player's server cannot be known about now; null while it answers. */
export function useLostPlace(): LostServer | null {
  const { lineId, sId = 0 } = useEditorPlace().at
  return useLostServer({ lineId, sId })
}
