import { isPrefix, leastLength, normalizeCode } from '@qd/code-alphabet'
import { AppError, coreErrors, fieldInvalid, scopePath } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { checkEntries } from '@qd/gift-content'
import { isZone } from '@qd/i18n'
import { holdsAtPlace, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { Kysely } from 'kysely'
import { codesErrors, editCodes } from '../../contract/index.ts'
import type { BatchDetail, BatchDraft, batchDelete, batchSave, GiftEntry } from '../../contract/index.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { sealWord } from './batch-secrets.ts'
import { assertUnasked } from './batch-standing.ts'
import { assertState, changeBatch, findBatch } from './find-batch.ts'
import { detailOfBatch } from './show-batch.ts'

const invalid = (field: string) => fieldInvalid(`draft.${field}`)
const WORD_LEAST = 6

function checkedGift({ gift }: BatchDraft): GiftEntry[] {
  const checked = checkEntries(gift)
  if (checked.ok) return [...checked.entries]
  const [fault] = checked.faults
  throw invalid(`gift.${fault?.entry ?? 0}.${fault?.part ?? 'number'}`)
}

function checkTimes({ validFrom, validTo, zone }: BatchDraft): void {
  if (validFrom !== null && validTo !== null && validFrom >= validTo) throw invalid('validTo')
  if (!isZone(zone)) throw invalid('zone')
}

/** What a kind leaves no choice about. */
function byKind(draft: BatchDraft): Pick<BatchRow, 'quantity' | 'per_code' | 'per_player_batch' | 'length'> {
  const { kind, quantity, perCode, perPlayerBatch, length } = draft
  if (kind === 'universal') return { quantity: 1, per_code: perCode, per_player_batch: null, length }
  if (kind === 'times' && perCode === null) throw fieldInvalid('draft.perCode', { text: 'problem.required' })
  if (length < leastLength(quantity)) {
    throw new AppError(codesErrors.code_too_short, {
      field: 'draft.length',
      params: { least: leastLength(quantity) },
    })
  }
  return { quantity, per_code: kind === 'once' ? 1 : perCode, per_player_batch: perPlayerBatch, length }
}

/** A word as it will be read; empty: the code is made. */
function checkedWord({ kind, word }: BatchDraft): string {
  if (kind !== 'universal' || word.trim() === '') return ''
  const code = normalizeCode(word)
  if (code === null || code.length < WORD_LEAST) throw invalid('word')
  return word.trim()
}

/** Lines of the same operator and environment, where the caller may draft too. */
function checkLines(
  { catalogue }: UseCaseDeps,
  { caller, place }: CallContext,
  { alsoLines }: BatchDraft,
): string[] {
  const { lineById } = catalogue()
  const also = [...new Set(alsoLines)].filter((lineId) => lineId !== place.lineId)
  for (const [index, lineId] of also.entries()) {
    const line = lineById.get(lineId)
    const isSame =
      line?.game === place.game &&
      line?.operator === place.operator &&
      line?.environment === place.environment
    const at = { ...place, lineId }
    if (!isSame || !holdsAtPlace(caller, editCodes, at)) throw invalid(`alsoLines.${index}`)
  }
  return also
}

type Columns = Omit<
  BatchRow,
  | 'id'
  | 'number'
  | 'revision'
  | 'state'
  | 'created_by'
  | 'created_at'
  | 'released_by'
  | 'released_at'
  | 'seed'
  | 'job_id'
  | 'request_id'
  | 'request_number'
  | 'request_state'
>

function columnsOf(deps: UseCaseDeps, ctx: CallContext, id: string, draft: BatchDraft): Columns {
  const { place } = ctx
  const { lineId, game, operator, environment } = place
  if (!isPrefix(draft.prefix)) throw fieldInvalid('draft.prefix', { text: 'problem.characters' })
  checkTimes(draft)
  if (lineId === undefined || game === undefined || operator === undefined || environment === undefined) {
    throw new AppError(coreErrors.line_required, { field: 'lineId' })
  }
  return {
    game,
    operator,
    line_id: lineId,
    scope: scopePath(place),
    environment,
    name: draft.name,
    name_search: foldForSearch(draft.name),
    note: draft.note,
    kind: draft.kind,
    prefix: draft.prefix,
    ...byKind(draft),
    word: sealWord(deps.secretBox, id, checkedWord(draft)),
    per_player_code: draft.perPlayerCode,
    total: draft.total,
    valid_from: draft.validFrom,
    valid_to: draft.validTo,
    zone: draft.zone,
    gift: JSON.stringify(checkedGift(draft)),
    limits: JSON.stringify(draft.limits),
    also_lines: JSON.stringify(checkLines(deps, ctx, draft)),
    export_once: draft.exportOnce ? 1 : 0,
    generated: 0,
    gen_segment: 0,
    gen_done: 0,
    gen_next: 0,
    skipped: '[]',
    exports: 0,
    exported: 0,
    used: 0,
    confirmed: 0,
  }
}

/** The next number; whoever takes one makes the others wait. */
async function takeNumber(tx: Kysely<CodeTables>): Promise<number> {
  const { next } = await tx
    .insertInto('code_counter')
    .values({ id: 'batch', next: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ next: eb('code_counter.next', '+', 1) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow()
  return next
}

/** Nobody has handed it in meanwhile, either. */
async function changeUnasked(...args: Parameters<typeof changeBatch>): Promise<BatchRow> {
  const row = await changeBatch(...args)
  assertUnasked(row)
  return row
}

/** Makes a draft, or changes one as it was seen. */
export async function saveBatch(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof batchSave>,
  ctx: CallContext,
): Promise<BatchDetail> {
  const nowMs = deps.nowMs()
  if (body.batchId === null) {
    const id = uuidv7(nowMs)
    const columns = columnsOf(deps, ctx, id, body.draft)
    const made = await ctx.commit<CodeTables, BatchRow>(async (tx) => {
      const number = await takeNumber(tx)
      ctx.note({ number, name: columns.name })
      return tx
        .insertInto('code_batch')
        .values({
          ...columns,
          id,
          number,
          state: 'draft',
          revision: 1,
          seed: null,
          job_id: null,
          request_id: null,
          request_number: null,
          request_state: null,
          created_by: ctx.caller.username,
          created_at: nowMs,
          released_by: '',
          released_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    return detailOfBatch(deps, ctx, made)
  }
  const seen = await findBatch(deps.store.read, ctx.place, body.batchId)
  assertState(seen, 'draft')
  assertUnasked(seen)
  if (seen.revision !== body.revision) throw new AppError(codesErrors.code_batch_changed)
  const columns = columnsOf(deps, ctx, seen.id, body.draft)
  const saved = await ctx.commit<CodeTables, BatchRow>((tx) => {
    ctx.note({ number: seen.number, name: columns.name })
    return changeUnasked(tx, seen, columns)
  })
  return detailOfBatch(deps, ctx, saved)
}

export async function deleteBatch(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof batchDelete>,
  ctx: CallContext,
): Promise<null> {
  const seen = await findBatch(deps.store.read, ctx.place, body.batchId)
  assertState(seen, 'draft')
  assertUnasked(seen)
  await ctx.commit<CodeTables, void>(async (tx) => {
    ctx.note({ number: seen.number, name: seen.name })
    await changeUnasked(tx, seen, {})
    await tx.deleteFrom('code_batch').where('id', '=', seen.id).execute()
  })
  return null
}
