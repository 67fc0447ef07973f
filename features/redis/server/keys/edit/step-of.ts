import type { KeyEdit } from '../../../contract/index.ts'
import { bufferOf } from '../../bytes.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import type { Reply } from '../../link/redis-link.ts'
import { hasFieldTtl } from '../key-facts.ts'
import { addFields, expireField, removeFields, setField } from './edit-hash.ts'
import { setJson, removeJson } from './edit-json.ts'
import { insertIndex, moveIndex, push, removeIndex, setIndex } from './edit-list.ts'
import { addMembers, addScored, removeMembers, removeScored, replaceMember, setScored } from './edit-set.ts'
import type { EditOf, EditStep } from './edit-step.ts'
import { ack, addEntry, claim, createGroup, removeEntries, removeGroup, trimStream } from './edit-stream.ts'
import { setBit, setString } from './edit-string.ts'
import { expire, remove, rename } from './edit-whole.ts'

/** When fields end, ms UTC; null where one has no end or there is none. */
async function fieldEnds(
  database: RedisDatabase,
  key: Buffer,
  fields: readonly Buffer[],
): Promise<(number | null)[]> {
  if (!(await hasFieldTtl(database, key))) return fields.map(() => null)
  const args = ['HPEXPIRETIME', key, 'FIELDS', String(fields.length), ...fields]
  const reply = (await database.run(args, { isQuiet: true })) as readonly Reply[] | null
  return fields.map((_, at) => {
    const end = Number(String(reply?.[at] ?? '-2'))
    return end < 0 ? null : end
  })
}

async function stepOfField(
  database: RedisDatabase,
  key: Buffer,
  edit: EditOf<'setField'>,
): Promise<EditStep> {
  const [end] =
    edit.expect === null ? [] : await fieldEnds(database, key, [bufferOf(edit.from ?? edit.field)])
  return setField(key, edit, end ?? null)
}

async function stepOfRemoved(
  database: RedisDatabase,
  key: Buffer,
  edit: EditOf<'removeFields'>,
): Promise<EditStep> {
  const ends = edit.fields.length === 1 ? await fieldEnds(database, key, edit.fields.map(bufferOf)) : []
  return removeFields(
    key,
    edit,
    ends.some((end) => end !== null),
  )
}

async function stepOfMove(
  database: RedisDatabase,
  key: Buffer,
  edit: EditOf<'moveIndex'>,
): Promise<EditStep> {
  const length = Number(await database.run(['LLEN', key], { isQuiet: true }))
  const fromHead = (index: number) => (index < 0 ? Math.max(0, length + index) : index)
  return moveIndex(key, { ...edit, index: fromHead(edit.index), to: fromHead(edit.to) }, length)
}

/** How a change is carried out; what it needs to know of the key beforehand is checked again when it happens. */
// oxlint-disable-next-line complexity -- one line for each kind of change
export function stepOf(database: RedisDatabase, key: Buffer, edit: KeyEdit): EditStep | Promise<EditStep> {
  switch (edit.kind) {
    case 'setString':
      return setString(key, edit)
    case 'setBit':
      return setBit(key, edit)
    case 'setField':
      return stepOfField(database, key, edit)
    case 'addFields':
      return addFields(key, edit)
    case 'removeFields':
      return stepOfRemoved(database, key, edit)
    case 'expireField':
      return expireField(key, edit)
    case 'push':
      return push(key, edit)
    case 'setIndex':
      return setIndex(key, edit)
    case 'insertIndex':
      return insertIndex(key, edit)
    case 'removeIndex':
      return removeIndex(key, edit)
    case 'moveIndex':
      return stepOfMove(database, key, edit)
    case 'addMembers':
      return addMembers(key, edit)
    case 'replaceMember':
      return replaceMember(key, edit)
    case 'removeMembers':
      return removeMembers(key, edit)
    case 'addScored':
      return addScored(key, edit)
    case 'setScored':
      return setScored(key, edit)
    case 'removeScored':
      return removeScored(key, edit)
    case 'addEntry':
      return addEntry(key, edit)
    case 'removeEntries':
      return removeEntries(key, edit)
    case 'trimStream':
      return trimStream(key, edit)
    case 'createGroup':
      return createGroup(key, edit)
    case 'removeGroup':
      return removeGroup(key, edit)
    case 'ack':
      return ack(key, edit)
    case 'claim':
      return claim(key, edit)
    case 'setJson':
      return setJson(key, edit)
    case 'removeJson':
      return removeJson(key, edit)
    case 'rename':
      return rename(key, edit)
    case 'expire':
      return expire(key, edit)
    case 'remove':
      return remove(key)
  }
}
