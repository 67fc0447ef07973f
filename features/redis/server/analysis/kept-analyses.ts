import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Caller, CleanUp } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { ANALYSES_KEPT, ANALYSES_KEPT_MS, KEPT_FOLDERS, redisErrors } from '../../contract/index.ts'
import type { AnalysisReport, KeptAnalysis } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { AnalysisRun } from './analysis-run.ts'
import type { AnalysisTables } from './analysis-tables.ts'
import type { KeptFolder } from './tally.ts'

const HOUR_MS = 3_600_000
/** Of everybody together. */
const LIST_MAX = 200
const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** Sums of a result. */
export interface AnalysisContent {
  readonly types: AnalysisReport['types']
  readonly folders: readonly KeptFolder[]
  /** Smaller folders are not here. */
  readonly isCut: boolean
}

export interface KeptResult {
  readonly head: KeptAnalysis
  readonly content: AnalysisContent
}

export interface KeptAnalysesDeps {
  readonly store: Store<AnalysisTables>
  nowMs(): number
}

type Head = Omit<KeptAnalysis, 'id' | 'by' | 'startedAt'>

const viewOf = (row: { id: string; by_name: string; started_at: number; head: string }): KeptAnalysis => ({
  id: row.id,
  by: row.by_name,
  startedAt: Number(row.started_at),
  ...(parseJsonText(row.head) as Head),
})

/** Results of runs that went to their end. A result is for all who read the same keys as whoever made it. */
export class KeptAnalyses {
  readonly #deps: KeptAnalysesDeps

  constructor(deps: KeptAnalysesDeps) {
    this.#deps = deps
  }

  async keep(database: RedisDatabase, run: AnalysisRun, by: Pick<Caller, 'userId' | 'username'>) {
    const { progress, tally } = run
    const report = tally.report()
    const head: Head = {
      options: progress.options,
      keys: report.keys,
      bytes: report.bytes,
      hasBytes: progress.hasBytes,
    }
    const content: AnalysisContent = { types: report.types, ...tally.largestFolders(KEPT_FOLDERS) }
    const bytes = await packed(JSON.stringify(content))
    const row = {
      id: uuidv7(),
      line_id: database.connection.lineId,
      connection_id: database.connection.id,
      db: database.db,
      readable: JSON.stringify(run.readable),
      by_id: by.userId,
      by_name: by.username,
      started_at: progress.startedAt,
      until_at: this.#deps.nowMs() + ANALYSES_KEPT_MS,
      head: JSON.stringify(head),
      content: bytes.toString('base64'),
    }
    await this.#deps.store.write(async (tx) => {
      await tx.insertInto('redis_analysis').values(row).execute()
      const older = await tx
        .selectFrom('redis_analysis')
        .select('id')
        .where('connection_id', '=', row.connection_id)
        .where('db', '=', row.db)
        .where('by_id', '=', row.by_id)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .offset(ANALYSES_KEPT)
        .limit(ANALYSES_KEPT)
        .execute()
      const gone = older.map(({ id }) => id)
      if (gone.length > 0) await tx.deleteFrom('redis_analysis').where('id', 'in', gone).execute()
    })
  }

  async list(database: RedisDatabase): Promise<KeptAnalysis[]> {
    const rows = await this.#seenFrom(database)
      .select(['id', 'by_name', 'started_at', 'head'])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LIST_MAX)
      .execute()
    return rows.map(viewOf)
  }

  async find(database: RedisDatabase, id: string, field: string): Promise<KeptResult> {
    const row = await this.#seenFrom(database).selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new AppError(redisErrors.redis_analysis_not_found, { field })
    const text = await unpacked(Buffer.from(row.content, 'base64'))
    return { head: viewOf(row), content: parseJsonText(text.toString()) as AnalysisContent }
  }

  /** Numbers of keys that somebody may not read are nothing they learn: theirs are those made with the same rights. */
  #seenFrom(database: RedisDatabase) {
    return this.#deps.store.read
      .selectFrom('redis_analysis')
      .where('line_id', '=', database.connection.lineId)
      .where('connection_id', '=', database.connection.id)
      .where('db', '=', database.db)
      .where('readable', '=', JSON.stringify(database.readable()))
      .where('until_at', '>', this.#deps.nowMs())
  }

  get cleanUps(): CleanUp[] {
    const { store, nowMs } = this.#deps
    const run = async () => {
      await store.write((tx) => tx.deleteFrom('redis_analysis').where('until_at', '<=', nowMs()).execute())
    }
    return [{ name: 'redis analyses', everyMs: HOUR_MS, run }]
  }
}

/** With their connection. */
export const forgetAnalyses = (tx: Store<AnalysisTables>['read'], connectionId: string) =>
  tx.deleteFrom('redis_analysis').where('connection_id', '=', connectionId).execute()
