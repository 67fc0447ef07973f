import { z } from '@qd/contract-kit'
import { readJson } from '@qd/json-text'
import type { FileFault } from '@qd/json-text'
import { functionDefinition, functionFile } from '../../contract/index.ts'
import type { FunctionDefinition } from '../../contract/index.ts'
import { functionText } from '../texts.ts'

export type FunctionFile = z.infer<typeof functionFile>

/** What was read, or a sentence of why it is not taken, with its line. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: string }

const LIMITS = { maxDepth: 40, maxValues: 50_000 }

/** A browser's own reader would round a number it cannot hold and drop a key that stands twice, without a word. */
function problemOf({ code, line, path }: FileFault): string {
  switch (code) {
    case 'unsafe_number':
    case 'duplicate_key':
    case 'forbidden_key':
      return functionText(`json.${code}`, { line, path })
    case 'too_deep':
    case 'oversized':
      return functionText('json.oversized', { line })
    default:
      return functionText('json.broken', { line })
  }
}

function readAs<T extends z.ZodMiniType>(schema: T, text: string): Read<z.infer<T>> {
  const read = readJson(text, LIMITS)
  if (!read.ok) return { ok: false, problem: problemOf(read.fault) }
  const parsed = z.safeParse(schema, read.value)
  if (parsed.success) return { ok: true, value: parsed.data }
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  return { ok: false, problem: functionText('json.wrong', { place, line: read.lineOf(place) }) }
}

/** A definition as text. */
export function readDefinition(text: string): Read<FunctionDefinition> {
  return readAs(functionDefinition, text)
}

/** The text of an exported function. */
export function readFunctionFile(text: string): Read<FunctionFile> {
  return readAs(functionFile, text)
}
