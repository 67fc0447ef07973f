import { defineJob, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { serve, serveJob } from '@qd/server-kit'
import type {
  CataloguePlace,
  ChunkOutcome,
  JobRow,
  JobRun,
  JobsPort,
  JobStage,
  JobTitle,
  PrepareRun,
  RowBatch,
  ScopePort,
  ServerFeature,
} from '@qd/server-kit'

export const runTally = definePermission({
  routerName: 'test',
  code: 'tally',
  type: 'job',
  heldBy: [],
})

export const tallyJob = defineJob({
  name: 'test.tally',
  title: 'jobs.list',
  permission: runTally,
  risk: 'R2',
  params: z.object({ step: z.int() }),
  input: z.int(),
})
export type TallyRow = JobRow<number>

/** The same kind, whose chunks take long. */
const longJob = defineJob({ ...tallyJob, name: 'test.long' })

const startTally = defineRoute({
  method: 'POST',
  path: '/platform/test/tally',
  title: 'test.tally',
  permission: runTally,
  level: 2,
  risk: 'R2',
  target: ({ body }) => ({ lineId: body.lineId }),
  body: z.object({
    lineId: z.string(),
    keys: z.array(z.string()),
    idempotencyKey: schemas.idempotencyKey,
    stopAt: z.optional(z.int()),
    title: z.optional(z.unknown()),
    isLong: z.optional(z.boolean()),
    /** So many rows that the runner reads itself. */
    source: z.optional(z.int()),
    /** Servers the rows lie at, in turn. */
    sIds: z.optional(z.array(z.int())),
    stages: z.optional(z.array(z.unknown())),
  }),
  reply: z.object({ jobId: z.string(), replayed: z.boolean() }),
})

/** Starts jobs of the test's kind, as a feature that has one would. */
export function tallyFeature(port: () => JobsPort, runner: TallyRunner, scope: ScopePort): ServerFeature {
  const placeOf = (sId: number): CataloguePlace => {
    const found = scope.resolve({ sId })
    const place = found.kind === 'places' ? found.places[0] : undefined
    if (place === undefined) throw new Error(`no server ${sId}`)
    return place
  }
  return {
    name: 'test',
    texts: new URL('../../contract/locales/', import.meta.url),
    jobs: [
      serveJob(tallyJob, {
        ...runner,
        facts: ({ step }) => [{ label: 'step', value: String(step) }],
      }),
      serveJob(longJob, { ...runner, isLong: true }),
    ],
    routes: [
      serve(startTally, {
        effect: 'store',
        handle: ({ body }, ctx) =>
          port().start(ctx, {
            job: body.isLong === true ? longJob : tallyJob,
            params: { step: 1 },
            rows:
              body.source === undefined
                ? body.keys.map((key, index) => ({
                    key,
                    input: index,
                    ...(body.sIds === undefined ? {} : { place: index % body.sIds.length }),
                  }))
                : { from: { rows: body.source }, digest: String(body.source), expected: body.source },
            ...(body.sIds === undefined ? {} : { places: body.sIds.map(placeOf) }),
            ...(body.stages === undefined ? {} : { stages: body.stages as JobStage[] }),
            title: (body.title ?? 'tally') as JobTitle,
            reason: 'test',
            idempotencyKey: body.idempotencyKey,
            ...(body.stopAt === undefined ? {} : { stopAtFailedPercent: body.stopAt }),
          }),
      }),
    ],
  }
}

export interface TallyRunner {
  chunkSize?: number
  chunkTimeoutMs?: number
  resumable?: false
  runChunk: RunTally
  prepare?: PrepareTally
}

export type PrepareTally = (
  from: { rows: number },
  run: PrepareRun<{ step: number }>,
  cursor: unknown,
) => AsyncIterable<RowBatch<number>>

/** Rows of a list in batches of fifty. */
export const countedRows: PrepareTally = async function* ({ rows }, _run, cursor) {
  for (let at = Number(cursor ?? 0); at < rows; at += 50) {
    const batch = Array.from({ length: Math.min(50, rows - at) }, (_, n) => at + n)
    yield { rows: batch.map((input) => ({ key: `row-${input}`, input })), cursor: at + batch.length }
  }
}

export type RunTally = (rows: readonly TallyRow[], run: JobRun<{ step: number }>) => Promise<ChunkOutcome>

/** Every row is done. */
export const allDone: RunTally = async (rows) => ({ outcomes: rows.map(() => ({ status: 'done' })) })
