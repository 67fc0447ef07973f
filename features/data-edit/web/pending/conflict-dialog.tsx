import type { Change } from '@qd/protocol-model'
import { DialogActions, SegmentedControl, openDialog } from '@qd/web-kit'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { movedRows } from '../model/conflict-rows.ts'
import type { ConflictChoice, ConflictRow } from '../model/conflict-rows.ts'
import { keepMine, revertChanges } from '../model/draft.ts'
import { placeId } from '../model/place.ts'
import { placeFacts } from '../model/change-facts.ts'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { editText, useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { valueText } from '../values/value-text.ts'
import styles from './conflict-dialog.module.css'

interface RowProps {
  row: ConflictRow
  choice: ConflictChoice
  onChoose: (choice: ConflictChoice) => void
}

function ThreeWayRow({ row, choice, onChoose, place }: RowProps & { place: EditorPlace }): ReactNode {
  const t = useEditTexts()
  const { protocol, data } = useEditorSession().draft
  const context = useValueContext()
  const field = placeFacts(protocol, row.change).fields.at(-1) ?? null
  const label = changeLabel(protocol, row.change, { data, place })
  const text = (value: unknown): string =>
    value === undefined ? t('conflict.gone') : valueText(field, value, context)
  return (
    <tr>
      <th scope="row">
        <code>{label.place}</code> <bdi className={styles.words}>{label.row || label.field}</bdi>
      </th>
      <td className={styles.loaded}>{text(row.loaded)}</td>
      <td data-chosen={choice === 'current'}>{text(row.current)}</td>
      <td data-chosen={choice === 'mine'}>
        {row.change.op === 'remove' ? t('pending.remove') : text(row.mine)}
      </td>
      <td>
        <SegmentedControl
          label={label.place}
          value={choice}
          segments={[
            { value: 'current', label: t('conflict.takeCurrent') },
            { value: 'mine', label: t('conflict.keepMine') },
          ]}
          onChange={onChoose}
        />
      </td>
    </tr>
  )
}

function Gone({ gone, place }: { gone: readonly Change[]; place: EditorPlace }): ReactNode {
  const t = useEditTexts()
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

function ConflictForm(props: {
  place: EditorPlace
  gone: readonly Change[]
  onClose: () => void
}): ReactNode {
  const { place, gone, onClose } = props
  const t = useEditTexts()
  const { draft } = useEditorSession()
  const rows = useMemo(() => movedRows(draft.changes, draft.moved), [draft.changes, draft.moved])
  const [choices, setChoices] = useState<ReadonlyMap<string, ConflictChoice>>(new Map())
  const choiceOf = (row: ConflictRow): ConflictChoice => choices.get(placeId(row.change)) ?? 'current'
  const choose = (row: ConflictRow, choice: ConflictChoice): void =>
    setChoices(new Map([...choices, [placeId(row.change), choice]]))
  const apply = (): void => {
    const taken = rows.filter((row) => choiceOf(row) === 'current').map(({ change }) => change)
    const mine = rows.filter((row) => choiceOf(row) === 'mine')
    useEditor
      .getState()
      .redraft(place.uId, (current) =>
        mine.reduce((next, row) => keepMine(next, row.change), revertChanges(current, taken)),
      )
    onClose()
  }
  return (
    <>
      <p className={styles.text}>{t('conflict.text')}</p>
      <Gone gone={gone} place={place} />
      {rows.length === 0 ? null : (
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
              {rows.map((row) => (
                <ThreeWayRow
                  key={placeId(row.change)}
                  row={row}
                  place={place}
                  choice={choiceOf(row)}
                  onChoose={(choice) => choose(row, choice)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('conflict.later')}</Button>
        <Button type="primary" onClick={apply}>
          {t('conflict.apply')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Values that moved under the edits: loaded, current and mine side by side, each to be decided. */
export function openConflicts(place: EditorPlace, gone: readonly Change[]): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <ConflictForm place={place} gone={gone} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('conflict.title'), width: 820, danger: true },
  )
}
