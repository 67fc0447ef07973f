import { isCallError } from '@qd/web-base'
import { EDIT_BYTES } from '../../../contract/index.ts'
import type { KeyEdit, RedisBytes } from '../../../contract/index.ts'
import { readWhole } from '../key-queries.ts'
import type { ValuePlace, WholeValue } from '../key-queries.ts'
import type { KeyPlace } from '../key-place.ts'
import type { Reading } from '../decode/reading.ts'
import { sendFormEdit } from './changes.ts'
import { openConflict } from './save-dialogs.tsx'
import type { ShownValue } from './use-value.ts'

export interface DraftTarget {
  readonly place: KeyPlace
  /** Where the value is read again after a conflict; null: it is not a value of its own (members). */
  readonly at: ValuePlace | null
  /** The change that saves bytes; `expect` is the sha1 of what was read, null where nothing may be there. */
  readonly editOf: (value: RedisBytes, expect: string | null) => KeyEdit | null
  /** Saves what was typed when the value, or the whole key, is gone; absent: there is no way. */
  readonly createAgain?: (value: RedisBytes) => Promise<unknown>
  /** What of the bytes is shown, where they come with something around them. */
  readonly shownOf?: (bytes: Uint8Array) => Uint8Array
  /** Strings are compared before each save, other values when they are long. */
  readonly alwaysDiff: boolean
}

export interface Draft {
  readonly text: string
  /** What it was made of. */
  readonly base: ShownValue
  /** How it was read, and is written. */
  readonly reading: Reading
}

const GONE = new Set(['redis_key_not_found'])
const CHANGED = new Set(['redis_key_changed', 'redis_key_exists'])

/** What stands there now; null: nothing. */
async function readNow({ place, at }: DraftTarget): Promise<WholeValue | null> {
  if (at === null) return null
  try {
    return await readWhole(place, at, EDIT_BYTES)
  } catch (error) {
    // A member is found by what it is: another one now is none.
    const isOther = at.kind === 'name' && isCallError(error) && CHANGED.has(error.code)
    if (isOther || (isCallError(error) && GONE.has(error.code))) return null
    throw error
  }
}

interface Saving {
  readonly target: DraftTarget
  readonly own: Draft
  readonly value: RedisBytes
  readonly done: () => void
  /** Forgets what was typed. */
  readonly drop: () => void
}

async function meetConflict({ target, own, value, done, drop }: Saving): Promise<void> {
  const now = await readNow(target)
  const { createAgain } = target
  const again = async (): Promise<void> => {
    await createAgain?.(value)
    done()
  }
  const overwrite = async (): Promise<void> => {
    const edit = target.editOf(value, now?.sha1 ?? null)
    if (edit === null) return
    await sendFormEdit(target.place, edit)
    done()
  }
  const isLost = now === null && createAgain === undefined
  openConflict({
    now: now === null ? null : await own.reading.textOf(target.shownOf?.(now.bytes) ?? now.bytes),
    mine: own.text,
    onTakeTheirs: drop,
    ...(isLost ? {} : { overwrite: now === null ? again : overwrite }),
  })
}

/** Saves a value; when somebody else was faster, what stands there now is shown beside it. */
export async function saveValue(saving: Saving): Promise<void> {
  const { target, own, value } = saving
  const edit = target.editOf(value, own.base.sha1)
  if (edit === null) return
  try {
    await sendFormEdit(target.place, edit)
  } catch (error) {
    const isConflict = isCallError(error) && (CHANGED.has(error.code) || GONE.has(error.code))
    // The name a member was to get is taken: nothing of this one has changed.
    const isTaken = isConflict && target.at?.kind === 'name' && error.code === 'redis_key_exists'
    if (!isConflict || target.at === null || isTaken) throw error
    await meetConflict(saving)
    return
  }
  saving.done()
}
