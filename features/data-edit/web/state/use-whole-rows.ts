import type { Place } from '@qd/player-diff'
import { leftOutOf } from '@qd/protocol-model'
import type { DataNode, DiffInfo } from '@qd/protocol-model'
import { useEditorPlace, useSessionPart } from './editor-context.ts'
import { missingRight } from './use-lock.ts'

/** Whether rows or elements may come and go: not where they hold fields that are not carried, or not theirs to set. */
export function useWholeElements(node: DataNode, place: Place): boolean {
  const rights = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return leftOutOf(protocol, node).length === 0 && missingRight(protocol, place, rights) === null
}

/** The same for the rows of a module. */
export function useWholeRows(info: DiffInfo): boolean {
  return useWholeElements({ kind: 'object', info }, { diff: info.name, path: [] })
}
