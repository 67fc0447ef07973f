import { leftOutOf } from '@qd/protocol-model'
import type { DataNode } from '@qd/protocol-model'
import { useEditorPlace, useSessionPart } from './editor-context.ts'

/** Whether rows or elements of a kind may come and go: not where they hold fields that are not carried. */
export function useWholeRows(node: DataNode): boolean {
  const { canEdit } = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return canEdit && leftOutOf(protocol, node).length === 0
}
