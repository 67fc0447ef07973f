import { call } from '@qd/web-calls'
import { openConfirm, openDialog, toast } from '@qd/web-frame'
import { requestDelete, requestMove, requestSave } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { simulatorText } from '../texts.ts'
import { followSaved } from './opened-requests.ts'
import { PlaceForm } from './place-form.tsx'

/** Says that it is saved, and which values are not in it. */
export function tellSaved(name: string, emptied: readonly string[]): void {
  if (emptied.length === 0) toast.success(simulatorText('requests.done', { name }))
  else toast.warning(simulatorText('requests.emptied', { name, fields: emptied.join(', ') }))
}

interface NewRequest {
  lineId: string
  message: string
  /** JSON. */
  body: string
  /** What the dialog proposes. */
  initial: Pick<SavedRequest, 'name' | 'folder' | 'groups'>
}

/** Asks where to keep a new request, and keeps it. */
export function openSaveAs(of: NewRequest, onSaved: (saved: SavedRequest) => void): void {
  const { lineId, message, body, initial } = of
  openDialog(
    ({ close }) => (
      <PlaceForm
        lineId={lineId}
        initial={initial}
        note={simulatorText('requests.secretHint')}
        send={(place) =>
          call(
            requestSave,
            { body: { lineId, message, body, ...place } },
            { tag: 'simulator:requests.save', told: 'form' },
          )
        }
        onSent={({ saved, emptied }) => {
          close()
          tellSaved(saved.name, emptied)
          onSaved(saved)
        }}
        onClose={close}
      />
    ),
    { title: simulatorText('requests.save'), width: 460 },
  )
}

/** Asks for another name, folder or groups of an own request. */
export function openMove(lineId: string, before: SavedRequest, onMoved: () => void): void {
  const { savedId, revision } = before
  openDialog(
    ({ close }) => (
      <PlaceForm
        lineId={lineId}
        initial={before}
        send={({ name, folder, groups }) =>
          call(
            requestMove,
            { body: { lineId, savedId, revision, name, folder, groups } },
            { tag: 'simulator:requests.move', told: 'form' },
          )
        }
        onSent={({ saved }) => {
          close()
          followSaved(savedId, saved)
          toast.success(simulatorText('requests.done', { name: saved.name }))
          onMoved()
        }}
        onClose={close}
      />
    ),
    { title: simulatorText('requests.move'), width: 460 },
  )
}

/** `readAgain` also when it is refused: the list then shows what was saved since. */
export function askDelete(
  lineId: string,
  { savedId, name, revision }: SavedRequest,
  readAgain: () => void,
): void {
  openConfirm({
    title: simulatorText('requests.delete'),
    text: simulatorText('requests.deleteAsk', { name }),
    action: simulatorText('requests.delete'),
    run: async () => {
      await call(
        requestDelete,
        { body: { lineId, savedId, revision } },
        { tag: 'simulator:requests.delete', told: 'form' },
      ).finally(readAgain)
      followSaved(savedId, null)
    },
  })
}
