import type { Change } from '@qd/protocol-model'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import { movedRows } from '../model/conflict-rows.ts'
import type { ConflictChoice, ConflictRow } from '../model/conflict-rows.ts'
import { editDraft, keepMine, revertChanges } from '../model/draft.ts'
import type { Draft } from '../model/draft.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { InPlace } from '../state/in-place.tsx'
import { editText, useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { ThreeWayRow, otherChange } from './conflict-row.tsx'
import type { Decision } from './conflict-row.tsx'
import styles from './conflict-dialog.module.css'

function Gone({ gone }: { gone: readonly Change[] }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { protocol, data } = useEditorSession().draft
  if (gone.length === 0) return null
  return (
    <div className={styles.gone}>
      <p>{t('conflict.dropped', { count: gone.length })}</p>
      <ul>
        {gone.map((change) => (
          <li key={placeId(change)}>
            <code>{changeLabel(protocol, change, { data, place }).place}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Decided = readonly { row: ConflictRow; decision: Decision }[]

/** Takes the server's values, keeps mine, or puts the typed ones; none of them waits for a decision any more. */
function decide(draft: Draft, decided: Decided): Draft {
  const of = (choice: ConflictChoice): Decided => decided.filter(({ decision }) => decision.choice === choice)
  const taken = revertChanges(
    draft,
    of('current').map(({ row }) => row.change),
  )
  const others = of('other').map(({ row, decision }) => otherChange(row, decision.value))
  const edited = others.length === 0 ? taken : editDraft(taken, others)
  return [...of('mine'), ...of('other')].reduce((next, { row }) => keepMine(next, row.change), edited)
}

type Decide = (next: (row: ConflictRow) => Decision, rows?: readonly ConflictRow[]) => void

/** Each row's decision; the server's value until somebody chooses. */
function useDecisions(): { decided: Decided; decideFor: Decide } {
  const { draft } = useEditorSession()
  const rows = useMemo(() => movedRows(draft.changes, draft.moved), [draft.changes, draft.moved])
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  return {
    decided: rows.map((row) => ({
      row,
      decision: decisions.get(placeId(row.change)) ?? { choice: 'current', value: row.mine },
    })),
    decideFor: (next, changed = rows) =>
      setDecisions(
        new Map([...decisions, ...changed.map((row) => [placeId(row.change), next(row)] as const)]),
      ),
  }
}

/** One choice for all of them, where there are several. */
function ForAll({
  decided,
  onAll,
}: {
  decided: Decided
  onAll: (choice: ConflictChoice) => void
}): ReactNode {
  const t = useEditTexts()
  if (decided.length < 2) return null
  return (
    <div className={styles.all}>
      <Button size="small" onClick={() => onAll('current')}>
        {t('conflict.allCurrent')}
      </Button>
      <Button size="small" onClick={() => onAll('mine')}>
        {t('conflict.allMine')}
      </Button>
    </div>
  )
}

function ConflictTable({
  decided,
  onDecide,
}: {
  decided: Decided
  onDecide: (row: ConflictRow, decision: Decision) => void
}): ReactNode {
  const t = useEditTexts()
  if (decided.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('conflict.field')}</th>
            <th>{t('conflict.loaded')}</th>
            <th>{t('conflict.current')}</th>
            <th>{t('conflict.mine')}</th>
            <th>{t('conflict.choice')}</th>
          </tr>
        </thead>
        <tbody>
          {decided.map(({ row, decision }) => (
            <ThreeWayRow
              key={placeId(row.change)}
              row={row}
              decision={decision}
              onDecide={(next) => onDecide(row, next)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ConflictForm({ gone, onClose }: { gone: readonly Change[]; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const { decided, decideFor } = useDecisions()
  const body = useRef<HTMLDivElement>(null)
  const apply = (): void => {
    // A typed value that is wrong, or cannot even be read, says so at its input.
    const faulty = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (faulty) return faulty.focus()
    useEditor.getState().redraft(player, (current) => decide(current, decided))
    onClose()
  }
  return (
    <div ref={body}>
      <p className={styles.text}>{t('conflict.text')}</p>
      <Gone gone={gone} />
      <ForAll decided={decided} onAll={(choice) => decideFor(({ mine }) => ({ choice, value: mine }))} />
      <ConflictTable decided={decided} onDecide={(row, next) => decideFor(() => next, [row])} />
      <DialogActions>
        <Button onClick={onClose}>{t('conflict.later')}</Button>
        <Button type="primary" onClick={apply}>
          {t('conflict.apply')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Values that moved under the edits: loaded, current and mine side by side, each to be decided. */
export function openConflicts(place: EditorPlace, gone: readonly Change[]): void {
  openDialog(
    ({ close }) => (
      <InPlace place={place}>
        <ConflictForm gone={gone} onClose={close} />
      </InPlace>
    ),
    { title: editText('conflict.title'), width: 860, danger: true },
  )
}
