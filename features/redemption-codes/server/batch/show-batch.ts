import { parseJsonText } from '@qd/canonical-json'
import { codesFrom } from '@qd/code-alphabet/generate'
import { showCode } from '@qd/code-alphabet'
import type { Environment } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { exportCodes } from '../../contract/index.ts'
import type { BatchDetail, BatchDraft, BatchView, CodeLimit, GiftEntry } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { requestOf, standingOf, stoppedOf } from './batch-standing.ts'
import type { Stopped } from './batch-standing.ts'
import { openSeed, openWord, shapeOf } from './batch-secrets.ts'

const NONE: Stopped = new Set()

export function viewOfBatch(row: BatchRow, stopped = NONE): BatchView {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    kind: row.kind,
    state: standingOf(row, stopped),
    isUnfinished: stopped.has(row.id),
    approval: requestOf(row),
    lineId: row.line_id,
    environment: row.environment as Environment,
    quantity: row.quantity,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    zone: row.zone,
    exportOnce: row.export_once === 1,
    exports: row.exports,
    funnel: {
      generated: row.generated,
      exported: row.exported,
      redeemed: row.used,
      confirmed: row.confirmed,
    },
    total: row.total,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}

function draftOf(row: BatchRow): BatchDraft {
  return {
    name: row.name,
    note: row.note,
    kind: row.kind,
    quantity: row.quantity,
    length: row.length,
    prefix: row.prefix,
    word: '',
    perCode: row.per_code,
    perPlayerCode: row.per_player_code,
    perPlayerBatch: row.per_player_batch,
    total: row.total,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    zone: row.zone,
    gift: parseJsonText(row.gift) as GiftEntry[],
    limits: parseJsonText(row.limits) as CodeLimit[],
    alsoLines: parseJsonText(row.also_lines) as string[],
    exportOnce: row.export_once === 1,
  }
}

/** The universal code as it is printed. */
function universalCode({ secretBox }: Pick<UseCaseDeps, 'secretBox'>, row: BatchRow): string | null {
  if (row.kind !== 'universal') return null
  if (row.word !== '') return openWord(secretBox, row)
  if (row.seed === null) return null
  const [code = ''] = codesFrom(openSeed(secretBox, row), shapeOf(row), { first: 0, count: 1 })
  return showCode(code)
}

export async function detailOfBatch(
  deps: Pick<UseCaseDeps, 'secretBox' | 'endingsOf'>,
  ctx: Pick<CallContext, 'holds'>,
  row: BatchRow,
): Promise<BatchDetail> {
  const mayExport = ctx.holds(exportCodes)
  const code = mayExport && deps.secretBox.isOpen ? universalCode(deps, row) : null
  return {
    ...viewOfBatch(row, await stoppedOf(deps, [row])),
    revision: row.revision,
    draft: { ...draftOf(row), word: row.state === 'draft' ? (code ?? '') : '' },
    code,
    jobId: row.job_id,
    releasedAt: row.released_at,
    releasedBy: row.released_by,
    isExportable: row.kind !== 'universal' && row.seed !== null && row.generated >= row.quantity,
  }
}
