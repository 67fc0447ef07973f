import { useMemo } from 'react'
import { diffInfoOf } from '@qd/protocol-model'
import { placeOfId } from '@qd/player-diff'
import type { Draft } from '../../model/draft.ts'
import { rowsOf } from '../../model/table-rows.ts'
import { isPlain, ownWrongType } from '../../model/wrong-type.ts'
import type { WrongType } from '../../model/wrong-type.ts'
import { useEditorSession } from '../../state/editor-context.ts'
import { faultText, useLocalFaults } from '../../state/use-fault-texts.ts'
import { useEditTexts } from '../../texts.ts'
import { wrongText } from '../../values/wrong-text.ts'

/** What is to be said of cells of one row, by field; an empty field name is the row itself. */
export interface RowMarks {
  faults: ReadonlyMap<string, string>
  /** Fields whose value moved on the server under an edit. */
  moved: ReadonlySet<string>
}

interface Noted {
  faults: Map<string, string>
  moved: Set<string>
}

/** Rows of a table that are no rows, by key. */
function wrongRows(
  { protocol, data }: Pick<Draft, 'protocol' | 'data'>,
  diff: string,
): [string, WrongType][] {
  const info = diffInfoOf(protocol, diff)
  if (info === null || info.key === '') return []
  return Object.entries(rowsOf(data, info) as Record<string, unknown>).flatMap(([key, row]) => {
    const wrong = isPlain(row) ? null : ownWrongType({ kind: 'object', info }, row)
    return wrong === null ? [] : [[key, wrong] as [string, WrongType]]
  })
}

/** Faults and conflicts of a module by row; only rows that have any. */
export function useRowMarks(diff: string): ReadonlyMap<string, RowMarks> {
  const t = useEditTexts()
  const { draft, verdicts } = useEditorSession()
  const local = useLocalFaults()
  const { moved, protocol, data } = draft
  const wrong = useMemo(() => wrongRows({ protocol, data }, diff), [protocol, data, diff])
  return useMemo(() => {
    const marks = new Map<string, Noted>()
    const note = (id: string, add: (marks: Noted, field: string) => void): void => {
      const place = placeOfId(id)
      if (place.diff !== diff || place.key === undefined) return
      const noted = marks.get(place.key) ?? { faults: new Map(), moved: new Set() }
      add(noted, String(place.path[0] ?? ''))
      marks.set(place.key, noted)
    }
    for (const [id, verdict] of verdicts) note(id, ({ faults }, field) => faults.set(field, verdict.msg))
    for (const [id, fault] of local) note(id, ({ faults }, field) => faults.set(field, faultText(t, fault)))
    for (const [key, each] of wrong) {
      marks.set(key, { faults: new Map([['', wrongText(t, each) ?? '']]), moved: new Set() })
    }
    for (const id of moved.keys()) note(id, (noted, field) => noted.moved.add(field))
    return marks
  }, [diff, t, verdicts, local, moved, wrong])
}
