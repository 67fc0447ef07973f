import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { FrameDescriptor } from '@qd/game-frame'
import { readSchema } from '@qd/proto-wire'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { docCommandsOf, simulatorErrors } from '../../contract/index.ts'
import type { DocCommand, SimulatorRecord, recordSave } from '../../contract/index.ts'
import { hashOf } from '../definitions/packed-definition.ts'
import { MessageBook } from '../gateway/messages.ts'
import type { BookCommand } from '../gateway/messages.ts'
import { nameTaken } from '../name-taken.ts'
import { readRecord } from './read-record.ts'
import type { RecordRow, RecordTables } from './record-tables.ts'

type Save = RouteInput<typeof recordSave>['body']
const MAX_RECORDS = 200

type Transaction = Store<RecordTables>['read']

type Seen = { lineId: string; recordId: string; revision: number | undefined }

type RecordHead = Omit<RecordRow, 'nested'>

/** All but the definitions, which are megabytes each. */
const HEAD = [
  'id',
  'line_id',
  'name',
  'url',
  'layout',
  'enter',
  'messages',
  'commands',
  'definition_hash',
  'revision',
  'changed_by',
  'changed_at',
] as const satisfies readonly (keyof RecordHead)[]

export function viewOf(row: RecordHead): SimulatorRecord {
  return {
    recordId: row.id,
    lineId: row.line_id,
    name: row.name,
    url: row.url,
    layout: parseJsonText(row.layout),
    enter: parseJsonText(row.enter) as SimulatorRecord['enter'],
    messages: row.messages,
    commands: (parseJsonText(row.commands) as unknown[]).length,
    definitionHash: row.definition_hash,
    revision: row.revision,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
}

export const nestedOf = (row: RecordRow) => parseJsonText(row.nested) as Record<string, unknown>
export const commandsOf = (row: RecordRow) => parseJsonText(row.commands) as BookCommand[]
/** As the documentation lists them. */
export function docCommandsOfRecord(row: RecordRow): DocCommand[] {
  const read = readSchema({ nested: nestedOf(row) })
  const bare = commandsOf(row)
  return read.ok ? docCommandsOf(read.schema, bare) : bare.map((command) => ({ ...command, comment: '' }))
}
export const layoutOfRecord = (row: RecordRow) => parseJsonText(row.layout) as FrameDescriptor
export const bookOf = (row: RecordRow) =>
  new MessageBook(nestedOf(row), commandsOf(row), layoutOfRecord(row).body)

const recordChanged = () => new AppError(simulatorErrors.simulator_record_changed)

async function assertRoom(tx: Transaction, { lineId, name }: Save, before: RecordRow | null): Promise<void> {
  const all = await tx
    .selectFrom('simulator_record')
    .select(['id', 'name'])
    .where('line_id', '=', lineId)
    .execute()
  if (before === null && all.length >= MAX_RECORDS) {
    throw new AppError(simulatorErrors.simulator_records_full, { params: { limit: MAX_RECORDS } })
  }
  if (all.some((each) => each.name === name && each.id !== before?.id)) {
    throw nameTaken(name)
  }
}

/** Games the console knows by their frames and messages alone. */
export class Records {
  readonly #store: Store<RecordTables>

  constructor(store: Store<RecordTables>) {
    this.#store = store
  }

  async list(lineId: string): Promise<SimulatorRecord[]> {
    const rows = await this.#store.read
      .selectFrom('simulator_record')
      .select(HEAD)
      .where('line_id', '=', lineId)
      .orderBy('name')
      .execute()
    return rows.map(viewOf)
  }

  /** Throws `simulator_record_not_found`, for those of other lines too. */
  async find(lineId: string, id: string): Promise<RecordRow> {
    const row = await this.#store.read
      .selectFrom('simulator_record')
      .selectAll()
      .where('id', '=', id)
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    if (row === undefined) throw new AppError(simulatorErrors.simulator_record_not_found)
    return row
  }

  /** By its id or its name, which is its own on the line. */
  async findNamed(lineId: string, idOrName: string): Promise<RecordRow> {
    const row = await this.#store.read
      .selectFrom('simulator_record')
      .selectAll()
      .where('line_id', '=', lineId)
      .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
      .executeTakeFirst()
    if (row === undefined) throw new AppError(simulatorErrors.simulator_record_not_found, { field: 'record' })
    return row
  }

  async save(given: Save, ctx: CallContext): Promise<SimulatorRecord> {
    const { lineId, recordId, revision } = given
    const before = recordId === undefined ? null : await this.#findAsSeen({ lineId, recordId, revision })
    const row = this.#rowOf(given, before, ctx)
    await ctx.commit<RecordTables, unknown>(async (tx) => {
      await assertRoom(tx, given, before)
      if (before === null) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('simulator_record')
          .values(row)
          .onConflict((conflict) => conflict.columns(['line_id', 'name']).doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(given.name)
        return
      }
      const { numUpdatedRows } = await tx
        .updateTable('simulator_record')
        .set(row)
        .where('id', '=', row.id)
        .where('revision', '=', before.revision)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw recordChanged()
    })
    return viewOf(row)
  }

  #rowOf(given: Save, before: RecordRow | null, { caller }: CallContext): RecordRow {
    const isNew = given.files !== undefined || given.descriptor !== undefined
    const kept = isNew || before === null ? {} : { descriptor: JSON.stringify({ nested: nestedOf(before) }) }
    const list = before === null ? [] : commandsOf(before)
    const { nested, messages, commands, layout } = readRecord({
      ...given,
      ...kept,
      commands: given.commands ?? { kind: 'list', list },
    })
    const texts = { nested: JSON.stringify(nested), commands: JSON.stringify(commands) }
    return {
      id: before?.id ?? uuidv7(),
      line_id: given.lineId,
      name: given.name,
      url: given.url,
      layout: JSON.stringify(layout),
      enter: JSON.stringify(given.enter),
      ...texts,
      messages,
      // As connections name what they read their frames with.
      definition_hash: hashOf({ nested: parseJsonText(texts.nested) as object, cmds: commands }),
      revision: (before?.revision ?? 0) + 1,
      changed_by: caller.username,
      changed_at: Date.now(),
    }
  }

  /** One as the caller saw it; refused when it was changed since. */
  async #findAsSeen({ lineId, recordId, revision }: Seen): Promise<RecordRow> {
    const row = await this.find(lineId, recordId)
    if (row.revision !== revision) throw recordChanged()
    return row
  }

  async delete(seen: Seen, ctx: CallContext): Promise<null> {
    const { id, revision } = await this.#findAsSeen(seen)
    await ctx.commit<RecordTables, void>(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('simulator_record')
        .where('id', '=', id)
        .where('revision', '=', revision)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw recordChanged()
    })
    return null
  }
}
