import { stat } from 'node:fs/promises'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { updateErrors } from '../../contract/index.ts'
import type { UpdateRelease, UpdateView } from '../../contract/index.ts'
import type { FoundVersion } from './choose-version.ts'
import { shownPlace } from './read-source.ts'
import { isWorking, readRow } from './update-row.ts'
import type { KeptFault, KeptFile, UpdateRow } from './update-tables.ts'
import type { UseCaseDeps } from './updates-deps.ts'
import { isForConsole } from './version-order.ts'

const parse = <T>(json: string): T | null => (json === '' ? null : (parseJsonText(json) as T))

/** The version that was found, unless it is what runs by now, or none for this console. */
export function foundIn({ found }: UpdateRow, running: string): FoundVersion | null {
  const version = parse<FoundVersion>(found)
  return version !== null && isForConsole(version.version, running) ? version : null
}

/** The package of the version that was found, as long as it lies where it was put; other machines are believed. */
async function fileIn(deps: UseCaseDeps, row: UpdateRow, version: string): Promise<KeptFile | null> {
  const file = parse<KeptFile>(row.file)
  if (file === null || file.version !== version) return null
  if (file.machine !== deps.machine) return file
  const size = await stat(file.path).then(
    (found) => found.size,
    () => -1,
  )
  return size === file.size ? file : null
}

function releaseOf(found: FoundVersion, ignored: string): UpdateRelease {
  const { package: own, version, publishedAt, notes } = found
  const { command = '', ...rest } = own ?? {}
  return {
    version,
    publishedAt,
    notes,
    isIgnored: version === ignored,
    package: own === null ? null : { ...(rest as typeof own), command },
  }
}

function faultOf({ fault, work, until }: UpdateRow, nowMs: number): KeptFault | null {
  // It was at work and says nothing any more: its node was killed.
  const isDead = work !== '' && until < nowMs
  return isDead ? { code: updateErrors.update_interrupted.code, params: {} } : parse<KeptFault>(fault)
}

interface Known {
  row: UpdateRow
  found: FoundVersion | null
  file: KeptFile | null
  fault: KeptFault | null
}

function stageOf({ source, nowMs }: UseCaseDeps, { row, found, file, fault }: Known): UpdateView['stage'] {
  if (source === null) return 'off'
  if (row.work !== '' && isWorking(row, nowMs())) return row.work
  if (fault !== null) return 'error'
  if (file !== null) return 'downloaded'
  if (found !== null) return 'available'
  return row.checked_at === null ? 'idle' : 'none'
}

/** How far it is, in the language of the reader. */
export async function showStatus(deps: UseCaseDeps, { lang }: { lang: Language }): Promise<UpdateView> {
  const { store, source, running, platform, nowMs, say } = deps
  const row = await readRow(store)
  const found = foundIn(row, running)
  const file = found === null ? null : await fileIn(deps, row, found.version)
  const fault = faultOf(row, nowMs())
  const stage = stageOf(deps, { row, found, file, fault })
  const error = fault && updateErrors[fault.code as keyof typeof updateErrors]
  return {
    stage,
    running,
    feed: shownPlace(source?.feed ?? ''),
    isByHand: platform === 'darwin',
    checkedAt: row.checked_at,
    fault:
      stage !== 'error' || fault === null || !error
        ? null
        : { code: fault.code, text: say(new AppError(error, { params: fault.params }), lang) },
    release: found === null || source === null ? null : releaseOf(found, row.ignored),
    progress: stage === 'downloading' ? { done: row.done, total: found?.package?.size ?? row.done } : null,
    file: file === null ? null : { path: file.path, machine: file.machine, sha256: file.sha256 },
  }
}
