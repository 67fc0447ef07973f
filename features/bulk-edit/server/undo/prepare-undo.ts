import type { PrepareRun, RowBatch } from '@qd/server-kit'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'

/** Edits between two commits. */
const BATCH_EDITS = 5_000

/** The edits of a job that still stand, those behind the id `cursor`. */
export async function* prepareUndo(
  { edits }: Pick<UseCaseDeps, 'edits'>,
  run: Pick<PrepareRun, 'places' | 'signal'>,
  { of }: { of: string },
  cursor: unknown,
): AsyncGenerator<RowBatch<{ editId: string }>, void> {
  const indexes = new Map(run.places.map((place, index) => [place.server?.key ?? '', index]))
  for (let after = typeof cursor === 'string' ? cursor : ''; ;) {
    run.signal.throwIfAborted()
    const made = await edits.madeBy(of, { after, most: BATCH_EDITS })
    const last = made.at(-1)
    if (last === undefined) return
    after = last.id
    const rows = made.map(({ id, uId, serverKey }) => {
      const place = indexes.get(serverKey)
      return { key: uId, input: { editId: id }, ...(place === undefined ? {} : { place }) }
    })
    yield { rows, cursor: after }
  }
}
