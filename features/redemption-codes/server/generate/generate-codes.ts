import { parseJsonText } from '@qd/canonical-json'
import { codesFrom } from '@qd/code-alphabet/generate'
import { inTurns, serveJob } from '@qd/server-kit'
import type { ChunkOutcome, JobResult, JobRow, JobRun, ServedJob } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { generateJob } from '../../contract/index.ts'
import { openSeed, shapeOf } from '../batch/batch-secrets.ts'
import type { DigestOf } from '../code-digest.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { createCodeInserter } from './insert-codes.ts'
import type { NewCode } from './insert-codes.ts'
import type { Segment } from './segments.ts'

/** Codes of one transaction: some ten milliseconds, so that redemptions hardly wait. */
const SLICE = 2_500
const PIECE = 500

interface Making {
  batch: BatchRow
  seed: Buffer
  digestOf: DigestOf
}

function* making(
  { batch, seed, digestOf }: Making,
  { first, count }: Segment,
): Generator<unknown, NewCode[]> {
  const codes: NewCode[] = []
  for (let at = 0; at < count; at += PIECE) {
    const from = first + at
    const piece = codesFrom(seed, shapeOf(batch), { first: from, count: Math.min(PIECE, count - at) })
    for (const [index, code] of piece.entries()) {
      codes.push({ digest: digestOf(code), last4: code.slice(-4), n: from + index })
    }
    yield
  }
  return codes.toSorted((left, right) => (left.digest < right.digest ? -1 : 1))
}

/** How far a batch is. */
interface Progress {
  segment: number
  done: number
  /** The next code that fills a gap. */
  next: number
}

const progressOf = ({ gen_segment, gen_done, gen_next }: BatchRow): Progress => ({
  segment: gen_segment,
  done: gen_done,
  next: gen_next,
})

/** Makes what a batch lacks, in small transactions that keep how far it is. */
class CodeMaker {
  readonly #insert: ReturnType<typeof createCodeInserter>
  readonly #run: JobRun<unknown>
  readonly #making: Making
  /** As it was read and written last: whoever else makes the same batch meanwhile is seen by it. */
  #at: Progress

  constructor(deps: UseCaseDeps, run: JobRun<unknown>, made: Making) {
    this.#insert = createCodeInserter(deps.store)
    this.#run = run
    this.#making = made
    this.#at = progressOf(made.batch)
  }

  /** One slice and how far it brings the batch, or nothing; false once the batch is not being made any more. */
  async #write(codes: readonly NewCode[], { segment, done, next }: Progress): Promise<boolean> {
    const { number, id } = this.#making.batch
    let isMade = false
    await this.#run.write(async (tx) => {
      const db: Kysely<CodeTables> = tx
      const row = await db
        .updateTable('code_batch')
        .set({ gen_segment: segment, gen_done: done, gen_next: next })
        .where('id', '=', id)
        .where('state', '=', 'generating')
        .where('gen_segment', '=', this.#at.segment)
        .where('gen_done', '=', this.#at.done)
        .where('gen_next', '=', this.#at.next)
        .returning(['generated', 'skipped'])
        .executeTakeFirst()
      isMade = row !== undefined
      if (row === undefined) return
      const taken = await this.#insert(db, number, codes)
      const skipped = codes.filter(({ n }) => !taken.has(n)).map(({ n }) => n)
      const all = [...(parseJsonText(row.skipped) as number[]), ...skipped]
      const set = { generated: row.generated + taken.size, skipped: JSON.stringify(all) }
      await db.updateTable('code_batch').set(set).where('id', '=', id).execute()
    })
    if (isMade) this.#at = { segment, done, next }
    return isMade
  }

  async segment(seq: number, segment: Segment): Promise<boolean> {
    const { batch } = this.#making
    if (batch.gen_segment > seq) return true
    const codes = await inTurns(making(this.#making, segment))
    const from = batch.gen_segment === seq ? batch.gen_done : 0
    for (let at = from; at < codes.length; at += SLICE) {
      this.#run.signal.throwIfAborted()
      const slice = codes.slice(at, at + SLICE)
      const isLast = at + SLICE >= codes.length
      const progress = isLast ? { segment: seq + 1, done: 0 } : { segment: seq, done: at + slice.length }
      if (!(await this.#write(slice, { ...progress, next: batch.quantity }))) return false
    }
    return true
  }

  /** Fills the gaps that codes of other batches left. */
  async fillUp(read: () => Promise<BatchRow | undefined>): Promise<boolean> {
    for (;;) {
      const row = await read()
      if (row === undefined) return false
      this.#at = progressOf(row)
      const lacking = row.quantity - row.generated
      if (lacking <= 0) return true
      const first = Math.max(row.gen_next, row.quantity)
      const count = Math.min(lacking, SLICE)
      const codes = await inTurns(making(this.#making, { first, count }))
      const progress = { segment: row.gen_segment, done: 0, next: first + count }
      if (!(await this.#write(codes, progress))) return false
    }
  }
}

async function makeRow(
  deps: UseCaseDeps,
  row: JobRow<Segment>,
  run: JobRun<{ batchId: string }>,
): Promise<ChunkOutcome> {
  const { batchId } = run.params
  const read = () =>
    deps.store.read.selectFrom('code_batch').selectAll().where('id', '=', batchId).executeTakeFirst()
  const batch = await read()
  const stopped: ChunkOutcome = { outcomes: [{ status: 'skipped', msg: run.text('codes.job.stopped') }] }
  if (batch === undefined || batch.state !== 'generating') return stopped
  const digestOf = await deps.digest.open()
  const maker = new CodeMaker(deps, run, { batch, seed: openSeed(deps.secretBox, batch), digestOf })
  if (!(await maker.segment(row.seq, row.input))) return stopped
  const isLast = row.input.first + row.input.count >= batch.quantity
  if (!isLast) return { outcomes: [{ status: 'done' }] }
  if (!(await maker.fillUp(read))) return stopped
  return {
    outcomes: [{ status: 'done' }],
    async commit(tx) {
      const db: Kysely<CodeTables> = tx
      await db
        .updateTable('code_batch')
        .set((eb) => ({ state: 'active', revision: eb('revision', '+', 1) }))
        .where('id', '=', batchId)
        .where('state', '=', 'generating')
        .execute()
    },
  }
}

/** How many codes there are: the rows of the job are segments of them. */
async function madeResult({ store }: UseCaseDeps, batchId: string): Promise<JobResult | null> {
  const batch = await store.read
    .selectFrom('code_batch')
    .select(['generated', 'quantity'])
    .where('id', '=', batchId)
    .executeTakeFirst()
  if (batch === undefined) return null
  const made = { quantity: String(batch.generated) }
  const words = { key: 'codes.job.result', params: { made, total: { quantity: String(batch.quantity) } } }
  return { words, isWhole: batch.generated >= batch.quantity }
}

/** Makes the codes of a batch: exactly as many as ordered, whatever happens on the way. */
export function serveGenerate(deps: UseCaseDeps): ServedJob {
  return serveJob(generateJob, {
    chunkSize: 1,
    facts: ({ number, name, quantity }, text) => [
      { label: text('codes.fact.batch'), value: `${number} · ${name}` },
      { label: text('codes.fact.quantity'), value: String(quantity) },
    ],
    runChunk: ([row], run) => makeRow(deps, row!, run),
    resultOf: ({ batchId }) => madeResult(deps, batchId),
  })
}
