import { AppError } from '@qd/contract-kit'
import type { ErrorDef, RouteReplyGiven } from '@qd/contract-kit'
import { EDIT_BYTES, redisErrors } from '../../../contract/index.ts'
import type { KeyEdit, editKey } from '../../../contract/index.ts'
import type { Bin, BinAction, Kept } from '../../bin/bin.ts'
import { bufferOf } from '../../bytes.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { runPlan } from '../run-plan.ts'
import { sha1Of } from '../run-watched.ts'
import { asKeyError, keyChanged, valueInvalid, wordsOf } from '../words.ts'
import { nameTaken } from './edit-hash.ts'
import type { Effect, EditStep } from './edit-step.ts'
import { stepOf } from './step-of.ts'

type Kind = KeyEdit['kind']
const ADDS = new Set<Kind>([
  'addFields',
  'push',
  'insertIndex',
  'addMembers',
  'addScored',
  'addEntry',
  'createGroup',
])
const REMOVES = new Set<Kind>([
  'removeFields',
  'removeIndex',
  'removeMembers',
  'removeScored',
  'removeEntries',
  'trimStream',
  'removeGroup',
  'removeJson',
  'remove',
])

const isEnding = (edit: KeyEdit) =>
  (edit.kind === 'expire' || edit.kind === 'expireField') && edit.ttlMs !== null && edit.ttlMs <= 0

/** What a refusal of the server is told as (S8.07). */
function failureOf(edit: KeyEdit): ErrorDef {
  if (ADDS.has(edit.kind) || (edit.kind === 'setField' && edit.expect === null))
    return redisErrors.redis_add_failed
  return REMOVES.has(edit.kind) || isEnding(edit)
    ? redisErrors.redis_delete_failed
    : redisErrors.redis_edit_failed
}

/** Why the key goes to the bin first; null for what loses nothing, or what its own undo gives back. */
function binAction(edit: KeyEdit): BinAction | null {
  if (edit.kind === 'setString') return 'overwritten'
  return (REMOVES.has(edit.kind) && edit.kind !== 'removeGroup') || isEnding(edit) ? 'deleted' : null
}

function checkSize(edit: KeyEdit): void {
  // A member is its own value: the one it is replaced by, and what it was, which the undo carries back.
  const parts =
    edit.kind === 'replaceMember' || edit.kind === 'setScored'
      ? [edit.member, edit.by]
      : edit.kind !== 'setJson' && 'value' in edit
        ? [edit.value]
        : []
  if (parts.some((part) => bufferOf(part).length > EDIT_BYTES)) throw valueInvalid('edit.value', 'tooLarge')
}

/** The value is not the one in the bin any more. */
class OtherValue extends Error {}

/** The change happens to the very value that was kept. */
function ofKept({ plan, effect }: EditStep, key: Buffer, kept: Kept | null): EditStep {
  if (kept === null) return { plan, effect }
  const orElse = () => new OtherValue()
  const isKept = { args: ['DUMP', key], is: 'sha1' as const, wanted: sha1Of(kept.dump), orElse }
  return { plan: { ...plan, checks: [...plan.checks, isKept] }, effect }
}

/** Whether nothing can have happened: the server or the console said no. */
const isRefusal = (error: unknown) =>
  error instanceof OtherValue ||
  wordsOf(error) !== null ||
  (error instanceof AppError && error.def.status < 500)

export interface EditAsk {
  readonly database: RedisDatabase
  readonly key: Buffer
  readonly edit: KeyEdit
  readonly by: string
}

type Edited = RouteReplyGiven<typeof editKey>

async function editOnce(bin: Bin, { database, key, edit, by }: EditAsk): Promise<Edited> {
  const step = await stepOf(database, key, edit)
  const action = binAction(edit)
  const kept = action === null ? null : await bin.keep(database, key, { action, by })
  let effect: Effect
  try {
    const { plan, effect: effectOf } = ofKept(step, key, kept)
    effect = effectOf(await runPlan(database, plan))
  } catch (error) {
    if (kept !== null && isRefusal(error)) await bin.forget(kept.binId)
    throw error
  }
  if (effect.changed > 0 || kept === null) return { ...effect, binId: kept?.binId ?? '' }
  await bin.forget(kept.binId)
  return { ...effect, binId: '' }
}

/** A value that others write all the time may be another one between the bin and the change. */
const TRIES = 3

/** Changes a key in one step of the server, after what is lost by it was put into the bin. */
export async function applyEdit(bin: Bin, ask: EditAsk): Promise<Edited> {
  checkSize(ask.edit)
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      const done = await editOnce(bin, ask)
      const isAll = ask.edit.kind === 'addMembers' || ask.edit.kind === 'addScored'
      if (isAll && done.changed === 0) throw nameTaken()
      return done
    } catch (error) {
      if (!(error instanceof OtherValue)) throw asKeyError(error, failureOf(ask.edit))
    }
  }
  throw keyChanged()
}
