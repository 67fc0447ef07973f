import { z } from '@qd/contract-kit'
import { functionFile } from '../../contract/index.ts'

export type FunctionFile = z.infer<typeof functionFile>

type ReadFile =
  | { ok: true; file: FunctionFile }
  | { ok: false; reason: 'notJson' | 'notFunction'; place: string }

/** Reads the text of an exported function; `place` is the first field that does not fit. */
export function readFunctionFile(text: string): ReadFile {
  let json: unknown
  try {
    json = JSON.parse(text) as unknown
  } catch {
    return { ok: false, reason: 'notJson', place: '' }
  }
  const parsed = z.safeParse(functionFile, json)
  if (parsed.success) return { ok: true, file: parsed.data }
  return { ok: false, reason: 'notFunction', place: parsed.error.issues[0]?.path.join('.') ?? '' }
}
