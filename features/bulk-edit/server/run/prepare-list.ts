import { AppError } from '@qd/contract-kit'
import type { PrepareRun, RowBatch } from '@qd/server-kit'
import { BULK_FILE_PLAYERS_MAX, bulkEditErrors } from '../../contract/index.ts'
import type { Player, UseCaseDeps } from '../bulk-edit-deps.ts'
import { LIST_FILES, ListScanner } from '../list/scan-list.ts'

/** Players between two commits: a fraction of a second of reading. */
const BATCH_PLAYERS = 5_000

/** A list that was sent as a file, and what stands for the players of it that the preview has shown. */
export interface FileSource {
  fileId: string
  digest: string
}

type Batch = RowBatch<Record<string, never>>

/** How many players are kept, and what stands for them: who is found depends on the catalogue and on rights of that time. */
interface Kept {
  found: number
  sha256: string
}

const listChanged = () => new AppError(bulkEditErrors.bulk_list_changed)

/**
 * Reads the players of a file, those behind the ones `cursor` stands for. The file is read from its beginning each time,
 * because only that tells which entries are repeated. The players before the cursor must be those that are kept, and at the
 * end all must be those of the preview.
 */
export async function* prepareList(
  deps: Pick<UseCaseDeps, 'scope' | 'files'>,
  run: Pick<PrepareRun, 'caller' | 'place' | 'places' | 'signal'>,
  { fileId, digest }: FileSource,
  cursor: unknown,
): AsyncGenerator<Batch, void> {
  const { places } = run
  const indexes = new Map(places.map(({ server }, index) => [server?.key ?? '', index]))
  const kept = cursor as Kept | null
  let isPastKept = kept === null
  let found = 0
  let rows: Batch['rows'][number][] = []
  const onPlayer = ({ uId, server }: Player) => {
    found += 1
    if (!isPastKept) {
      if (found !== kept?.found) return
      if (scanner.digestSoFar() !== kept.sha256) throw listChanged()
      isPastKept = true
      return
    }
    const place = indexes.get(server.key)
    rows.push({ key: uId, input: {}, ...(place === undefined ? {} : { place }) })
  }
  const { scope } = deps
  const search = { scope, caller: run.caller, places: places.length === 0 ? [run.place] : places }
  const scanner = new ListScanner(search, { most: BULK_FILE_PLAYERS_MAX, onPlayer })
  const file = await deps.files.open(run.caller, fileId, LIST_FILES)
  for await (const lines of file.lines()) {
    run.signal.throwIfAborted()
    await scanner.take(lines)
    if (rows.length < BATCH_PLAYERS) continue
    yield { rows, cursor: { found, sha256: scanner.digestSoFar() } satisfies Kept }
    rows = []
  }
  const sha256 = scanner.digestSoFar()
  if (!isPastKept || scanner.end().digest !== digest) throw listChanged()
  if (rows.length > 0) yield { rows, cursor: { found, sha256 } satisfies Kept }
}
