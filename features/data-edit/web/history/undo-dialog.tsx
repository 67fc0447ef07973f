import { queryClient, useCall } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { ErrorState, openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { undoManyPreview, undoPreview } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { EditorPlaceContext, useEditorPlace } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { editText } from '../texts.ts'
import { UndoForm } from './undo-form.tsx'

interface OneProps {
  edit: Edit
  /** Only these changes of it. */
  indexes?: readonly number[]
  onClose: () => void
}

function UndoOne({ edit, indexes, onClose }: OneProps): ReactNode {
  const { uId, at } = useEditorPlace()
  const target = { editId: edit.id, ...(indexes === undefined ? {} : { indexes: [...indexes] }) }
  const preview = useCall(
    undoPreview,
    { query: { uId }, body: target },
    { at, tag: 'data-edit:undo.title', told: 'inline', staleTimeMs: 0 },
  )
  if (preview.isPending) return <LoadingRows rows={3} />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const { changes, conflicts } = preview.data
  return <UndoForm planned={[{ edit, target, changes, conflicts }]} onClose={onClose} />
}

/** What an earlier dialog has shown may no longer be so. */
function forgetPreviews(): void {
  for (const { path } of [undoPreview, undoManyPreview]) queryClient.removeQueries({ queryKey: [path] })
}

/** Shows what would go back and what cannot, asks why, and undoes the edit. */
export function openUndo(place: EditorPlace, edit: Edit, indexes?: readonly number[]): void {
  forgetPreviews()
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <UndoOne edit={edit} indexes={indexes} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('undo.title'), width: 520 },
  )
}

function UndoMany({ edits, onClose }: { edits: readonly Edit[]; onClose: () => void }): ReactNode {
  const { uId, at } = useEditorPlace()
  const preview = useCall(
    undoManyPreview,
    { query: { uId }, body: { editIds: edits.map(({ id }) => id) } },
    { at, tag: 'data-edit:undo.title', told: 'inline', staleTimeMs: 0 },
  )
  if (preview.isPending) return <LoadingRows rows={3} />
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  const planned = preview.data.edits.flatMap(({ editId, changes, conflicts }) => {
    const edit = edits.find(({ id }) => id === editId)
    return edit === undefined ? [] : [{ edit, target: { editId }, changes, conflicts }]
  })
  return <UndoForm planned={planned} onClose={onClose} />
}

/** The same for several edits, the newest first. */
export function openUndoMany(place: EditorPlace, edits: readonly Edit[], onDone: () => void): void {
  forgetPreviews()
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <UndoMany edits={edits} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('undo.manyTitle', { count: edits.length }), width: 560, onClose: onDone },
  )
}
