import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { BroadcastTopics, checkMessage } from '../broadcast-topics.ts'
import { dialectOf } from '../kysely-parts.ts'
import { assertSchemaKnown, migrate } from '../migrate.ts'
import { createStatement, registerTarget } from '../statement.ts'
import { StoreError } from '../store-error.ts'
import type { Broadcast, StoreOptions } from '../store.ts'
import type { StoreEngine } from '../store-engine.ts'
import { createPrivateFile } from './private-file.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { lockDataDir } from './sqlite-lock.ts'
import { sqliteParts } from './sqlite-parts.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { assertSqliteVersion } from './sqlite-version.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { publishWith } from '../write-scope.ts'

/** Opens `<dataDir>/quarterdeck.db`, made on first use and readable by this user only. */
export async function openSqlite(options: StoreOptions & { dataDir: string }): Promise<StoreEngine> {
  assertSqliteVersion(sqliteVersion())
  const { dataDir, migrations } = options
  const file = join(dataDir, 'quarterdeck.db')
  if (options.readOnly) {
    const engine = engineOf(new SqliteReaders(file), new BroadcastTopics())
    await orClose(engine, () => assertSchemaKnown(engine.read, migrations))
    return engine
  }
  const unlock = claimDataDir(dataDir, file)
  try {
    const topics = new BroadcastTopics()
    const writer = new SqliteWriter(new SqliteConnection(file, 'write'), topics)
    return await orClose(writer, async () => {
      await migrate('sqlite', (fn) => writer.write(fn, 0), migrations)
      return engineOf(new SqliteReaders(file), topics, { writer, unlock })
    })
  } catch (error) {
    unlock()
    throw error
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

interface WriteSide {
  writer: SqliteWriter
  unlock(): void
}

function engineOf(readers: SqliteReaders, topics: BroadcastTopics, writeSide?: WriteSide): StoreEngine {
  const read = new Kysely<unknown>({ dialect: dialectOf(sqliteParts, readers) })
  registerTarget(read.getExecutor(), readers)
  return {
    dialect: 'sqlite',
    read,
    broadcast: localBroadcast(topics),
    statement: (text) => createStatement('sqlite', text),
    write: async (fn, limitMs) => {
      if (!writeSide) throw new StoreError('store_misuse', 'This store was opened read-only.')
      return writeSide.writer.write(fn, limitMs)
    },
    ping: async () => void (await readers.execute({ sql: 'select 1', parameters: [] })),
    close: async () => {
      // The writer goes last, so that the final checkpoint is its own.
      await readers.destroy()
      await writeSide?.writer.close()
      writeSide?.unlock()
    },
  }
}

async function orClose<T>(closable: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await closable.close()
    throw error
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
