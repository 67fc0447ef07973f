import { call } from '@qd/web-calls'
import { Form, FormActions, TextAreaField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { snapshotBody, snapshotList, snapshotTake } from '../../contract/index.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { editTitle, useEditTexts } from '../texts.ts'

function SnapshotForm({ place, onClose }: { place: EditorPlace; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const queries = useQueryClient()
  const { uId, at } = place
  const form = useZodForm({
    schema: snapshotBody,
    initial: { name: '', note: '' },
    send: (body) =>
      call(
        snapshotTake,
        { query: { uId }, body },
        { at, tag: 'data-edit:compare.snapshotTitle', told: 'form' },
      ),
    onSent: () => {
      toast.success(t('compare.snapshotTaken'))
      void queries.invalidateQueries({ queryKey: [snapshotList.path] })
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField name="name" label={t('compare.name')} />
      <TextAreaField name="note" label={t('compare.note')} />
      <FormActions submitLabel={t('compare.snapshot')} onCancel={onClose} />
    </Form>
  )
}

/** Keeps the player as the game has them now, under a name. */
export function openSnapshot(place: EditorPlace): void {
  openDialog(({ close }) => <SnapshotForm place={place} onClose={close} />, {
    title: editTitle('compare.snapshotTitle'),
    width: 460,
  })
}
