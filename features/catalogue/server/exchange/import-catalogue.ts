import { hash } from 'node:crypto'
import { AppError, NO_WORTH, effectsOf } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { importCatalogue as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { applyPlan } from './apply-import.ts'
import { readState, stampOf } from './exchange-state.ts'
import { planImport } from './plan-import.ts'
import type { ImportPlan, PlannedRow } from './plan-import.ts'
import { readFileEntries } from './read-file.ts'

function countsOf({ rows }: ImportPlan) {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { change } of rows) counts[change] += 1
  return counts
}

function assertNoneRefused(plan: ImportPlan): void {
  const { refused } = countsOf(plan)
  if (refused > 0) {
    throw new AppError(catalogueErrors.catalogue_import_refused, { params: { count: refused } })
  }
}

/** A change of a production line anywhere in the file is confirmed with the name of the first such line. */
async function confirmProduction({ productionName }: ImportPlan, ctx: CallContext): Promise<void> {
  if (productionName === null) return
  const place = { environment: 'production' } as const
  await ctx.confirm({ risk: 'R3', place, targetName: productionName })
}

const MOST_SHOWN = 200

/** What the file does, for approvers: row by row, weighed in production as soon as one of its lines is there. */
async function approveImport(plan: ImportPlan, text: string, ctx: CallContext): Promise<void> {
  const rows = plan.rows.filter(({ change }) => change !== 'unchanged')
  const isProduction = plan.productionName !== null
  await ctx.approve({
    title: { key: 'catalogue.title.import', params: { count: rows.length } },
    risk: isProduction ? 'R3' : 'R2',
    place: isProduction ? { environment: 'production' } : {},
    value: { rows: rows.length, worth: NO_WORTH },
    effects: effectsOf('catalogue'),
    objects: rows.slice(0, MOST_SHOWN).map(({ place }) => objectKey('place', place)),
    bases: [],
    about: hash('sha256', text, 'hex'),
    preview: [
      {
        kind: 'changes',
        rows: rows.slice(0, MOST_SHOWN).map(({ place, name, change, fields }) => ({
          what: name === '' ? place : `${place} ${name}`,
          ...(fields.length === 0 ? {} : { detail: fields.join(', ') }),
          before: change === 'added' ? null : '…',
          after: { key: `catalogue.import.${change}` },
        })),
        more: Math.max(0, rows.length - MOST_SHOWN),
      },
    ],
  })
}

/** Works out what a file would do and, asked to, does it: everything in one transaction, or nothing. */
export async function importCatalogue(
  deps: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const { store, cache, say } = deps
  const entries = await readFileEntries(body.format, ctx.sent)
  const noteOf = (row: PlannedRow) => {
    if (row.refusal) return say(row.refusal, ctx.lang)
    return row.isKeyless === true ? ctx.text('import.keyless') : ''
  }
  const tell = (plan: ImportPlan, isApplied: boolean) => ({
    rows: plan.rows.map((row) => {
      const { line, kind, place, name, change, fields } = row
      return { line, kind, place, name, change, fields, note: noteOf(row) }
    }),
    counts: countsOf(plan),
    isApplied,
  })
  const seen = await readState(store.read)
  const preview = await planImport(seen, entries, deps, ctx.caller)
  if (!body.apply) return tell(preview, false)
  assertNoneRefused(preview)
  await approveImport(preview, JSON.stringify(entries), ctx)
  await confirmProduction(preview, ctx)
  ctx.note({ ...countsOf(preview) })
  const plan = await ctx.commit<CatalogueTables, ImportPlan>(async (tx) => {
    // Planned anew only where somebody was faster: ten thousand keys are not sealed while others wait to write.
    const found = await readState(tx)
    const isSame = stampOf(found) === stampOf(seen)
    const final = isSame ? preview : await planImport(found, entries, deps, ctx.caller)
    assertNoneRefused(final)
    await confirmProduction(final, ctx)
    await applyPlan(tx, final)
    return final
  })
  await cache.invalidate()
  return tell(plan, true)
}
