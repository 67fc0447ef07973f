import type { PlayerData } from '@qd/protocol-model'
import { lookup } from '@qd/scope/contract'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useState } from 'react'
import { getData, snapshotGet } from '../../contract/index.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { readSnapshotFile } from './snapshot-file.ts'
import { useEditTexts } from '../texts.ts'

/** What the player is compared with. */
export interface OtherState {
  title: string
  data: PlayerData
  /** It was read under another definition. */
  isOtherProtocol: boolean
}

/** Reads another player, a snapshot of this one, or one that was saved as a file. */
export function useOtherState() {
  const t = useEditTexts()
  const { uId, at } = useEditorPlace()
  const { game, md5 } = useEditorSession()
  const [other, setOther] = useState<OtherState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const run = async (read: () => Promise<OtherState | null>): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      setOther(await read())
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setBusy(false)
    }
  }

  const readPlayer = async (otherUId: string): Promise<OtherState | null> => {
    const found = await call(
      lookup,
      { query: { uId: otherUId } },
      { tag: 'data-edit:compare.title', told: 'place' },
    )
    if (found.game !== game) {
      setFailure(t('compare.otherGame'))
      return null
    }
    const { data } = await call(
      getData,
      { query: { uId: otherUId }, body: {} },
      { at: found, tag: 'data-edit:compare.title', told: 'place' },
    )
    return { title: `${found.name} ${otherUId}`, data, isOtherProtocol: false }
  }

  const readSnapshot = async (id: string): Promise<OtherState> => {
    const read = await call(
      snapshotGet,
      { query: { uId }, body: { id } },
      { at, tag: 'data-edit:compare.title', told: 'place' },
    )
    return { title: read.name, data: read.data, isOtherProtocol: read.md5 !== md5 }
  }

  const readFile = async (file: File): Promise<OtherState | null> => {
    const kept = readSnapshotFile(await file.text())
    if (kept === null) setFailure(t('compare.fileWrong'))
    else if (kept.game !== game) setFailure(t('compare.otherGame'))
    else return { title: kept.name, data: kept.data, isOtherProtocol: kept.md5 !== md5 }
    return null
  }

  return {
    other,
    isBusy,
    failure,
    comparePlayer: (otherUId: string) => void run(() => readPlayer(otherUId)),
    compareFile: (file: File) => run(() => readFile(file)),
    compareSnapshot: (id: string) => void run(() => readSnapshot(id)),
  }
}
