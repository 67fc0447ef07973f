import type { Place } from '@qd/player-diff'
import { leftOutOf } from '@qd/protocol-model'
import type { DataNode, DiffInfo } from '@qd/protocol-model'
import { awaitedAt } from '../model/awaited.ts'
import { useEditorPlace, useSessionPart } from './editor-context.ts'
import { missingRight } from './use-lock.ts'

/** Whether rows or elements may come and go: not where they hold fields that are not carried, or not theirs to set. */
function useWhole(node: DataNode, place: Place): boolean {
  const rights = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  return leftOutOf(protocol, node).length === 0 && missingRight(protocol, place, rights) === null
}

/** Of a list: not while an edit in it waits for its answer either. */
export function useWholeElements(node: DataNode, place: Place): boolean {
  const { unknown } = useEditorPlace()
  return useWhole(node, place) && awaitedAt(unknown, place) === null
}

/** The rows of a module; one that waits for an answer is locked by itself. */
export function useWholeRows(info: DiffInfo): boolean {
  return useWhole({ kind: 'object', info }, { diff: info.name, path: [] })
}
