import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { AsideChange, DraftRemains } from '../model/kept-draft.ts'

const NAME = 'qd-draft'

/** A draft as the browser keeps it, for its user only. */
export interface KeptDraft extends DraftRemains {
  userId: string
  game: string
  uId: string
  md5: string
  reason: string
  savedAtMs: number
  /** What an earlier change of the definition has set aside, until the operator lets it go. */
  aside?: readonly AsideChange[]
}

interface Schema extends DBSchema {
  draft: { key: [string, string, string]; value: KeptDraft }
}

export type DraftKey = Pick<KeptDraft, 'userId' | 'game' | 'uId'>

/** Where drafts are kept; rejects where a browser keeps nothing. */
export interface DraftDatabase {
  read(key: DraftKey): Promise<unknown>
  write(draft: KeptDraft): Promise<void>
  remove(key: DraftKey): Promise<void>
  /** Every draft of a user. */
  clear(userId: string): Promise<void>
}

const keyOf = ({ userId, game, uId }: DraftKey): [string, string, string] => [userId, game, uId]

async function within<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(NAME, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('draft', { keyPath: ['userId', 'game', 'uId'] }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export const BROWSER_DRAFTS: DraftDatabase = {
  read: (key) => within((database) => database.get('draft', keyOf(key))),
  write: (draft) => within(async (database) => void (await database.put('draft', draft))),
  remove: (key) => within((database) => database.delete('draft', keyOf(key))),
  clear: (userId) =>
    within((database) => database.delete('draft', IDBKeyRange.bound([userId], [userId, []]))),
}

/** All a browser keeps of a user, as it is. */
export const listDrafts = (userId: string): Promise<unknown[]> =>
  within((database) => database.getAll('draft', IDBKeyRange.bound([userId], [userId, []])))
