import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { refuseCutRestore } from '../backup/restore-mark.ts'
import { BroadcastTopics, checkMessage } from '../broadcast-topics.ts'
import { dialectOf } from '../kysely-parts.ts'
import { assertSchemaKnown, migrate } from '../migrate.ts'
import { createStatement, registerTarget } from '../statement.ts'
import { ConditionKeeper } from '../store-condition.ts'
import { isStoreError, StoreError } from '../store-error.ts'
import type { Broadcast, StoreOptions } from '../store.ts'
import type { StoreEngine } from '../store-engine.ts'
import { createPrivateFile } from './private-file.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { lockDataDir } from './sqlite-lock.ts'
import { sqliteParts } from './sqlite-parts.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { assertSqliteVersion } from './sqlite-version.ts'
import { SqliteRoom } from './sqlite-room.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import type { WriterRoom } from './sqlite-writer.ts'
import { checkAtStart, sayDamaged } from './start-check.ts'
import type { StartCheck } from './start-check.ts'
import { lostInLog } from './lost-in-log.ts'
import { publishWith } from '../write-scope.ts'

/** Opens `<dataDir>/quarterdeck.db`, made on first use and readable by this user only. */
export async function openSqlite(options: StoreOptions & { dataDir: string }): Promise<StoreEngine> {
  assertSqliteVersion(sqliteVersion())
  const file = join(options.dataDir, 'quarterdeck.db')
  const place = { ...options, file, condition: new ConditionKeeper(options.onCondition) }
  // What was begun, ended in turn when the opening fails.
  const undo: (() => Promise<void> | void)[] = []
  try {
    return await (options.readOnly ? openReadOnly(place, undo) : openForWriting(place, undo))
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw isStoreError(error, 'store_damaged') ? sayDamaged(file, error) : error
  }
}

function claimDataDir(dataDir: string, file: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    createPrivateFile(file)
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof StoreError) throw error
    const message = `The data folder ${dataDir} cannot be used: ${String(error)}`
    throw new StoreError('store_unavailable', message, { cause: error })
  }
}

interface Place extends StoreOptions {
  dataDir: string
  file: string
  condition: ConditionKeeper
}
type Undo = (() => Promise<void> | void)[]

async function openReadOnly(
  { dataDir, file, condition, migrations }: Place,
  undo: Undo,
): Promise<StoreEngine> {
  refuseCutRestore(dataDir)
  const readers = new SqliteReaders(file, (damage) => condition.setDamage(damage))
  undo.push(() => readers.destroy())
  const engine = engineOf({ readers, topics: new BroadcastTopics(), condition })
  await assertSchemaKnown(engine.read, migrations)
  return engine
}

/** Nothing of the file is served, and nothing changed in it, before it was looked at. */
async function openForWriting(
  { dataDir, file, condition, migrations, isRestoring = false }: Place,
  undo: Undo,
): Promise<StoreEngine> {
  const onDamage = (damage: string) => condition.setDamage(damage)
  const unlock = claimDataDir(dataDir, file)
  undo.push(unlock)
  if (!isRestoring) refuseCutRestore(dataDir)
  refuseDamage(lostInLog(`${file}-wal`))
  const room = new SqliteRoom(dataDir, condition)
  undo.push(() => room.close())
  const connection = room.orMakeRoom(() => new SqliteConnection(file, 'write', onDamage))
  undo.push(() => connection.close())
  const check = await checkAtStart(file, onDamage)
  undo.push(check.stop)
  refuseDamage(check.damage)
  const topics = new BroadcastTopics()
  const migrating = new SqliteWriter(connection, topics, NO_ROOM_TO_GIVE)
  await migrate('sqlite', (fn) => migrating.write(fn, { limitMs: 0 }), {
    migrations,
    place: `the data folder ${dataDir}`,
    isFull: condition.now.isFull,
  })
  const readers = new SqliteReaders(file, onDamage)
  const writer = new SqliteWriter(connection, topics, room)
  return engineOf({ readers, topics, condition, writeSide: { writer, room, check, unlock } })
}

function refuseDamage(damage: string | null): void {
  if (damage !== null) throw new StoreError('store_damaged', damage)
}

/** A change of the schema that finds no room is refused: the reserve is not for it. */
const NO_ROOM_TO_GIVE: WriterRoom = {
  refusal: () => null,
  explain: (error) => error,
  isShort: () => false,
  makeRoom: () => false,
}

interface EngineParts {
  readers: SqliteReaders
  topics: BroadcastTopics
  condition: ConditionKeeper
  writeSide?: { writer: SqliteWriter; room: SqliteRoom; check: StartCheck; unlock(): void }
}

function engineOf({ readers, topics, condition, writeSide }: EngineParts): StoreEngine {
  const read = new Kysely<unknown>({ dialect: dialectOf(sqliteParts, readers) })
  registerTarget(read.getExecutor(), readers)
  return {
    dialect: 'sqlite',
    read,
    broadcast: localBroadcast(topics),
    statement: (text) => createStatement('sqlite', text),
    condition: () => condition.now,
    write: async (fn, options) => {
      if (!writeSide) throw new StoreError('store_misuse', 'This store was opened read-only.')
      return writeSide.writer.write(fn, options)
    },
    ping: async () => {
      const { damage } = condition.now
      if (damage !== null) throw new StoreError('store_damaged', `The database is damaged: ${damage}`)
      await readers.execute({ sql: 'select 1', parameters: [] })
    },
    close: async () => {
      // The writer goes last, so that the final checkpoint is its own.
      await readers.destroy()
      writeSide?.check.stop()
      await writeSide?.room.close()
      await writeSide?.writer.close()
      writeSide?.unlock()
    },
  }
}

/** One data folder has one process, so its own listeners are all there are. */
function localBroadcast(topics: BroadcastTopics): Broadcast {
  return {
    publish: async (topic, payload) => {
      checkMessage(topic, payload)
      topics.deliver(topic, payload)
    },
    publishWith,
    caughtUp: () => undefined,
    subscribe: (topic, listener) => topics.subscribe(topic, listener),
    onLost: (listener) => topics.onLost(listener),
  }
}

function sqliteVersion(): string {
  const memory = new DatabaseSync(':memory:')
  const row = memory.prepare('select sqlite_version() as version').get()
  memory.close()
  return String(row?.version)
}
