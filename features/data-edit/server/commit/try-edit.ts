import { AppError } from '@qd/contract-kit'
import type { PreviewBlock, RouteInput } from '@qd/contract-kit'
import type { CallContext, TriedCall } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'
import type { checkChanges } from '../../contract/index.ts'
import { handleCheckChanges } from '../checking/check-changes.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'

type CheckInput = RouteInput<typeof checkChanges>['body']
type Row = Extract<PreviewBlock, { kind: 'checks' }>['rows'][number]

/** The game could not say: it is asked again when the edit is sent. */
const isUnasked = (error: unknown): error is AppError => error instanceof AppError && error.def.status >= 500

async function checkedRows(deps: UseCaseDeps, asked: CheckInput, ctx: CallContext): Promise<Row[]> {
  const body = { ...asked, changes: [...asked.changes] }
  try {
    const { actions, warnings, refused } = await handleCheckChanges(deps, { body }, ctx)
    const first = refused[0]
    if (first !== undefined)
      throw new AppError(dataEditErrors.edit_refused, {
        field: `changes.${first.index}`,
        params: { msg: first.msg },
        details: { refused },
      })
    return [
      { state: 'ok', text: { key: 'edit.tried.ok' } },
      ...actions.map(({ text }): Row => ({ state: 'ok', text })),
      ...warnings.map(({ text }): Row => ({ state: 'warn', text })),
    ]
  } catch (error) {
    if (!isUnasked(error)) throw error
    return [{ state: 'warn', text: { key: 'edit.tried.unasked' } }]
  }
}

/** The check of an edit that is handed in for approval: what it refuses nobody is asked for, the rest approvers see. */
export function triedEdit(
  deps: UseCaseDeps,
  ctx: CallContext,
  plan: () => Promise<CheckInput & { kept?: number }>,
): TriedCall {
  return async () => {
    const { kept = 0, ...asked } = await plan()
    const rows = await checkedRows(deps, asked, ctx)
    if (kept > 0) rows.push({ state: 'warn', text: { key: 'edit.tried.kept', params: { count: kept } } })
    return [{ kind: 'checks', rows }]
  }
}
