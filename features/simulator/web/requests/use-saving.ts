import { useMay, useSend } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { requestSave } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { draftFor } from '../compose/compose-store.ts'
import type { MessageEntry } from '../messages/message-index.ts'
import { simulatorText } from '../texts.ts'
import { isSaveable, setOpened, useOpenedRequests } from './opened-requests.ts'
import { openSaveAs, tellSaved } from './place-dialogs.tsx'
import { useForgetRequests } from './use-requests.ts'

export interface Saving {
  /** Saving is offered here. */
  maySave: boolean
  isSaving: boolean
  /** Over the own request that was opened; else it asks where. */
  save: () => void
  saveAs: () => void
}

/** Saves the request that is being written. */
export function useSaving(lineId: string, { fullName, name }: MessageEntry): Saving {
  const mayConnect = useMay(requestSave)
  const forget = useForgetRequests()
  const write = useSend(requestSave, { tag: 'simulator:requests.save', told: 'toast' })
  /** The text to save; null when it is none, which is told. */
  const textNow = (): string | null => {
    const draft = draftFor(fullName)
    if (isSaveable(draft)) return draft.text
    toast.error(simulatorText('requests.notJson'))
    return null
  }
  const done = (saved: SavedRequest, text: string): void => {
    setOpened(fullName, { saved, text })
    void forget()
  }
  const saveAs = (): void => {
    const body = textNow()
    if (body === null) return
    const before = useOpenedRequests.getState().opened[fullName]?.saved
    const initial =
      before === undefined
        ? { name, folder: '', groups: [] }
        : { name: before.name, folder: before.folder, groups: before.isMine ? before.groups : [] }
    openSaveAs({ lineId, message: fullName, body, initial }, (saved) => done(saved, body))
  }
  const save = (): void => {
    const before = useOpenedRequests.getState().opened[fullName]?.saved
    if (before?.isMine !== true) return saveAs()
    const body = textNow()
    if (body === null || write.isPending) return
    const { savedId, revision, folder, groups, message } = before
    write.mutate(
      { body: { lineId, savedId, revision, name: before.name, folder, groups, message, body } },
      {
        onSuccess: ({ saved, emptied }) => {
          tellSaved(saved.name, emptied)
          done(saved, body)
        },
      },
    )
  }
  return { maySave: mayConnect && lineId !== '', isSaving: write.isPending, save, saveAs }
}
