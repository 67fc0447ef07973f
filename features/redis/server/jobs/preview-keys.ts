import type { RouteReplyGiven } from '@qd/contract-kit'
import { KEY_JOB_LIMITS } from '../../contract/index.ts'
import type { KeySelection, previewKeys as route } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import { findKeys, patternOf } from './find-keys.ts'
import type { FindAt } from './find-keys.ts'

type Preview = RouteReplyGiven<typeof route>

/** Counts what a selection has; a scan ends at a bound and says so. A key a scan meets twice counts twice. */
export async function previewOf(at: FindAt, selection: KeySelection, canKeep: boolean): Promise<Preview> {
  const { sample: shown, examined: most, kept } = KEY_JOB_LIMITS
  if (selection.kind === 'keys') {
    const keys = selection.keys.length
    return { keys, isExact: true, sample: selection.keys.slice(0, shown), isKept: canKeep && keys <= kept }
  }
  const sample: Buffer[] = []
  let [keys, examined] = [0, 0]
  let isExact = true
  for await (const step of findKeys(at, patternOf(selection))) {
    keys += step.keys.length
    examined += step.examined
    sample.push(...step.keys.slice(0, shown - sample.length))
    isExact = step.next === null
    if (examined >= most) break
  }
  return { keys, isExact, sample: sample.map(bytesOf), isKept: canKeep && isExact && keys <= kept }
}
