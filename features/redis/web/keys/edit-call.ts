import { toast } from '@qd/web-frame'
import type { KeyEdit, RedisBytes } from '../../contract/index.ts'
import { sendFormEdit } from '../detail/edit/changes.ts'
import { placeOf } from '../detail/key-place.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { redisText } from '../texts.ts'
import { hideKey } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

type Ending = Extract<KeyEdit, { kind: 'expire' | 'remove' }>

/** Deletes a key or changes its time to live from a form; what is deleted leaves its tab. */
export async function endKey(database: OpenDatabase, key: RedisBytes, edit: Ending): Promise<void> {
  const { binId } = await sendFormEdit(placeOf(database, key), edit)
  if (edit.kind === 'expire' && (edit.ttlMs === null || edit.ttlMs > 0)) return
  hideKey({ databaseId: database.id, key })
  const name = shownBytes(key)
  toast.success(redisText(binId === '' ? 'keys.removed' : 'keys.removedToBin', { name }))
}
