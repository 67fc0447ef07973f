import { AppError, coreErrors } from '@qd/contract-kit'
import { serveAskedChannel } from '@qd/server-kit'
import type { ServedChannel, SessionPort } from '@qd/server-kit'
import { COMPARED_ROWS, analysisChannel, redisErrors } from '../../contract/index.ts'
import type { AnalysisProgress, RedisBytes } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { Databases } from '../guard/databases.ts'
import type { ScanLimits } from '../scan/keys-session.ts'
import { ProgressFeed } from '../scan/progress-feed.ts'
import { AnalysisDesk } from './analysis-desk.ts'
import type { AnalysisRun } from './analysis-run.ts'
import { compareAnalyses } from './compare-analyses.ts'
import type { KeptAnalyses } from './kept-analyses.ts'
import { scanFault } from '../scan/scan-faults.ts'

/** Bytes of names in one answer. */
const ANSWER_BYTES = 131_072

export interface AnalysisDeps {
  readonly databases: Databases
  /** Rights as they are now: a page stays open for hours. */
  readonly session: Pick<SessionPort, 'current'>
  readonly limits: ScanLimits
  readonly kept: KeptAnalyses
  /** A result that could not be kept is still shown. */
  onFault(error: unknown): void
}

/** As many rows as one answer may name; the first always fits. */
function partOf<T>(
  list: readonly T[],
  { from, count }: { from: number; count: number },
  nameOf: (row: T) => RedisBytes,
): T[] {
  const rows: T[] = []
  let bytes = 0
  for (const row of list.slice(from, from + count)) {
    const name = nameOf(row)
    bytes += typeof name === 'string' ? name.length : name.base64.length
    if (rows.length > 0 && bytes > ANSWER_BYTES) break
    rows.push(row)
  }
  return rows
}

/** What takes the memory of one database. */
export function serveAnalysis({ databases, session, limits, kept, onFault }: AnalysisDeps): ServedChannel[] {
  const desk = new AnalysisDesk(limits)
  const channel = serveAskedChannel(analysisChannel, async (open, page) => {
    const { caller: opener, place } = page
    const database = async () => {
      const caller = await session.current(opener.sessionId)
      if (caller === null) throw new AppError(coreErrors.session_expired)
      return databases.of({ caller, place }, open)
    }
    const progressOf = (run: AnalysisRun): AnalysisProgress => ({
      ...run.progress,
      ...(run.error === null ? { code: '', msg: '' } : page.failure(scanFault(run.error))),
    })
    let latest: AnalysisRun | null = null
    const feed = new ProgressFeed({
      isBehind: () => page.isBehind(),
      tell: () => {
        if (latest !== null) page.send({ progress: progressOf(latest) })
      },
    })
    const { lineId, connectionId, db } = open
    const watching = {
      sessionId: opener.sessionId,
      of: JSON.stringify([lineId, connectionId, db]),
      onChange: () => feed.changed(),
    }
    // What opening can end with refuses the channel.
    const first = await database()
    const leave = desk.enter(watching)
    latest = desk.runOf(watching, first)
    if (latest !== null) feed.changed()
    const runOf = async ({ run }: { run: number }): Promise<AnalysisRun> => {
      latest = desk.runOf(watching, await database())
      if (latest?.number === run) return latest
      throw new AppError(redisErrors.redis_scan_over)
    }
    const steered = (by: (run: AnalysisRun) => void) => async (input: { run: number }) => {
      const run = await runOf(input)
      by(run)
      return progressOf(run)
    }
    return {
      asks: {
        async begin(options) {
          const on = await database()
          const keep = (run: AnalysisRun) => kept.keep(on, run, opener).catch(onFault)
          const run = desk.begin(watching, options, { database: on, keep })
          latest = run
          return progressOf(run)
        },
        pause: steered((run) => run.pause()),
        resume: steered((run) => run.resume()),
        cancel: steered((run) => run.cancel()),
        report: async (input) => (await runOf(input)).tally.report(),
        folders: async (input) => (await runOf(input)).tally.folders(bufferOf(input.prefix)),
        async top({ by, from, count, ...input }) {
          const top = (await runOf(input)).tally.top(by)
          return { rows: partOf(top, { from, count }, ({ key }) => key), total: top.length }
        },
        kept: async () => ({ list: await kept.list(await database()) }),
        async compare({ before, after, from }) {
          const on = await database()
          const all = compareAnalyses(
            await kept.find(on, before, 'before'),
            await kept.find(on, after, 'after'),
          )
          const folders = partOf(all.folders, { from, count: COMPARED_ROWS }, ({ prefix }) => prefix)
          return { ...all, folders }
        },
      },
      end() {
        feed.end()
        leave()
      },
    }
  })
  return [channel]
}
