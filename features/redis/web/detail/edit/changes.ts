import { call } from '@qd/web-calls'
import type { RouteReply } from '@qd/contract-kit'
import { create } from 'zustand'
import { editKey } from '../../../contract/index.ts'
import type { KeyEdit, RedisBytes } from '../../../contract/index.ts'
import { tellChange } from '../../workspace/workspace.ts'
import { bytesId } from '../model/bytes.ts'
import { databaseIdOf } from '../key-place.ts'
import type { KeyPlace } from '../key-place.ts'

/** The last change of a key from here. */
export interface LastChange {
  /** Takes it back; null: nothing does. */
  readonly undo: KeyEdit | null
  /** In the bin; empty: nothing was kept. */
  readonly binId: string
  /** Whether it was itself the way back. */
  readonly isUndo: boolean
}

/** By id of the key's place. */
const useChanges = create<Readonly<Record<string, LastChange>>>()(() => ({}))

const idOf = (place: KeyPlace): string => `${databaseIdOf(place)} ${bytesId(place.key)}`

export function useLastChange(place: KeyPlace): LastChange | null {
  return useChanges((changes) => changes[idOf(place)] ?? null)
}

export function forgetChange(place: KeyPlace): void {
  useChanges.setState(({ [idOf(place)]: _gone, ...rest }) => rest, true)
}

function noteChange(place: KeyPlace, change: LastChange): void {
  useChanges.setState({ [idOf(place)]: change })
}

/** What a change means for lists of keys. */
function tell(place: KeyPlace, edit: KeyEdit): void {
  const databaseId = databaseIdOf(place)
  const { key } = place
  const none: readonly RedisBytes[] = []
  if (edit.kind === 'rename') tellChange({ databaseId, added: [edit.to], removed: [key], changed: none })
  else if (edit.kind === 'remove' || (edit.kind === 'expire' && edit.ttlMs !== null && edit.ttlMs <= 0)) {
    tellChange({ databaseId, added: none, removed: [key], changed: none })
  } else tellChange({ databaseId, added: none, removed: none, changed: [key] })
}

type Edited = RouteReply<typeof editKey>

function settle(place: KeyPlace, edit: KeyEdit, reply: Edited, isUndo: boolean): Edited {
  const at = edit.kind === 'rename' ? { ...place, key: edit.to } : place
  noteChange(at, { undo: reply.undo, binId: reply.binId, isUndo })
  tell(place, edit)
  return reply
}

const bodyOf = ({ lineId, connectionId, db, key }: KeyPlace, edit: KeyEdit) => ({
  body: { lineId, connectionId, db, key, edit },
})

/** Changes a key at once; a failure is told in a message. */
export async function sendEdit(place: KeyPlace, edit: KeyEdit, isUndo = false): Promise<Edited> {
  const reply = await call(editKey, bodyOf(place, edit), { tag: 'redis:detail.edit', told: 'toast' })
  return settle(place, edit, reply, isUndo)
}

/** The same from a form or a question, which tells the failure itself. */
export async function sendFormEdit(place: KeyPlace, edit: KeyEdit): Promise<Edited> {
  const reply = await call(editKey, bodyOf(place, edit), { tag: 'redis:detail.edit', told: 'form' })
  return settle(place, edit, reply, false)
}
