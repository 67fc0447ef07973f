import type { RouteInput } from '@qd/contract-kit'
import { csvLine } from '@qd/csv'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { mailProblems } from '../../contract/index.ts'
import { findMail } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'

const PAGE = 1_000

async function* lines(
  { store }: UseCaseDeps,
  ctx: CallContext,
  setId: string,
  count: (rows: number) => void,
) {
  const head = ['line', 'file', 'problem', 'text'].map((each) => ctx.text(`mail.csv.${each}`))
  yield `\uFEFF${csvLine(head)}`
  for (let after = 0; ;) {
    const rows = await store.read
      .selectFrom('mail_problem')
      .selectAll()
      .where('set_id', '=', setId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
    count(rows.length)
    yield rows
      .map(({ line, file, code, text }) =>
        csvLine([String(line), file, ctx.text(`mail.problem.${code}`), text]),
      )
      .join('')
  }
}

/** Lines of the import of a mail that are no recipients. */
export async function handleMailProblems(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailProblems>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const row = await findMail(deps, ctx.place.lineId, body.id)
  return sendFile(ctx, {
    name: `mail-problems-${row.id}`,
    type: 'csv',
    pieces: (count) => lines(deps, ctx, row.set_id ?? '', count),
  })
}
