import { createHash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import type { CallContext, CataloguePlace, StoredFile } from '@qd/server-kit'
import { BULK_FILE_PLAYERS_MAX, BULK_PLAYERS_MAX } from '../../contract/index.ts'
import type { BulkSet, FurtherPlace } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { LIST_FILES, scanList } from './scan-list.ts'
import type { Lines, ScannedList, ScanOptions } from './scan-list.ts'
import { pathsOf, searchPlaces } from './search-places.ts'

type Asked = Pick<CallContext, 'caller' | 'place' | 'sent'>

/** The list a call brings or names, and where its players are looked for. */
export interface ListSource {
  lines: Lines
  /** Null: the list came with the call. */
  file: StoredFile | null
  most: number
  places: CataloguePlace[]
}

export async function openSource(
  deps: Pick<UseCaseDeps, 'scope' | 'files'>,
  asked: Asked,
  { fileId, also }: { fileId?: string | undefined; also?: readonly FurtherPlace[] | undefined },
): Promise<ListSource> {
  const places = searchPlaces(deps, asked, also)
  const file = fileId === undefined ? null : await deps.files.open(asked.caller, fileId, LIST_FILES)
  const most = file === null ? BULK_PLAYERS_MAX : BULK_FILE_PLAYERS_MAX
  return { lines: file ?? asked.sent, file, most, places }
}

/** Reads the list from its beginning to its end. */
export function scanSource(
  { scope }: Pick<UseCaseDeps, 'scope'>,
  { caller }: Pick<CallContext, 'caller'>,
  { lines, places, most }: ListSource,
  options: Omit<ScanOptions, 'most'> = {},
): Promise<ScannedList> {
  return scanList(lines, { scope, caller, places }, { ...options, most })
}

/** Stands for a list and a set at its places: what was previewed is what is started. A file is named by its content. */
export function previewHash(source: ListSource, digest: string, set: BulkSet): string {
  const list = source.file === null ? digest : `file ${source.file.sha256}`
  return createHash('sha256')
    .update(`${pathsOf(source.places).join(' ')}\n${canonicalJson(set)}\n${list}`)
    .digest('hex')
}
