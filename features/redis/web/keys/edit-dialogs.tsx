import { isCallError } from '@qd/web-base'
import { openConfirm, toast } from '@qd/web-frame'
import type { RedisBytes } from '../../contract/index.ts'
import { sendEdit } from '../detail/edit/changes.ts'
import { openTtl } from '../detail/edit/ttl-dialog.tsx'
import { askRename } from '../detail/head/key-actions.tsx'
import { placeOf } from '../detail/key-place.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { redisText } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { endKey } from './edit-call.ts'

/** Asks for another name; an open key goes on under it. */
export function openRename(database: OpenDatabase, key: RedisBytes): void {
  askRename(placeOf(database, key))
}

/** Asks for a time to live; `leftMs` is what the key has now: -1: no end, or not known. */
export function openExpire(database: OpenDatabase, key: RedisBytes, leftMs: number): void {
  openTtl({
    title: redisText('keys.menu.expire'),
    ttlMs: leftMs,
    lost: shownBytes(key),
    run: (ttlMs) => endKey(database, key, { kind: 'expire', ttlMs }),
  })
}

/** Takes the end away from a key. */
export async function persist(database: OpenDatabase, key: RedisBytes): Promise<void> {
  try {
    await sendEdit(placeOf(database, key), { kind: 'expire', ttlMs: null })
    toast.success(redisText('keys.persisted', { name: shownBytes(key) }))
  } catch (error) {
    // It was told.
    if (!isCallError(error)) throw error
  }
}

/** Asks before a key is deleted. */
export function askRemove(database: OpenDatabase, key: RedisBytes): void {
  openConfirm({
    title: redisText('keys.menu.remove'),
    text: redisText('keys.removeAsk', { name: shownBytes(key) }),
    action: redisText('keys.menu.remove'),
    run: () => endKey(database, key, { kind: 'remove' }),
  })
}
