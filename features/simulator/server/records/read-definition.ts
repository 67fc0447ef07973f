import { AppError } from '@qd/contract-kit'
import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import protobuf from 'protobufjs'
import { RECORD_DEFINITION_BYTES, simulatorErrors } from '../../contract/index.ts'

/** Blocks within blocks: the parser calls itself for each. */
const MAX_DEPTH = 32
const WELL_KNOWN = /^google\/protobuf\//

export interface ProtoText {
  path: string
  text: string
}

export interface ReadDefinition {
  nested: Record<string, unknown>
  schema: ProtoSchema
}

type Field = 'files' | 'descriptor'

const invalid = (path: string, reason: string, cause?: unknown, field: Field = 'files') =>
  new AppError(simulatorErrors.simulator_definition_invalid, {
    field,
    params: { path, reason: reason.slice(0, 300) },
    details: { path, reason: reason.slice(0, 300) },
    cause,
  })

function assertFlat({ path, text }: ProtoText): void {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at)
    if (code === 0x7b) depth += 1
    else if (code === 0x7d) depth -= 1
    if (depth > MAX_DEPTH) throw invalid(path, `more than ${MAX_DEPTH} blocks within each other`)
  }
}

/** Whether one of the files is what an import names, from whatever folder. */
function isGiven(files: readonly ProtoText[], wanted: string): boolean {
  return files.some(({ path }) => {
    const clean = path.replaceAll('\\', '/')
    return clean === wanted || clean.endsWith(`/${wanted}`) || wanted.endsWith(`/${clean}`)
  })
}

function parseFiles(files: readonly ProtoText[]): unknown {
  const root = new protobuf.Root()
  for (const file of files) {
    assertFlat(file)
    try {
      const { imports = [], weakImports = [] } = protobuf.parse(file.text, root, { keepCase: true })
      for (const wanted of [...imports, ...weakImports]) {
        if (isGiven(files, wanted)) continue
        const known = WELL_KNOWN.test(wanted) ? protobuf.common.get(wanted) : null
        if (known === null) throw invalid(file.path, `imports ${wanted}, which was not sent`)
        root.addJSON(known.nested as never)
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      throw invalid(file.path, error instanceof Error ? error.message : String(error), error)
    }
  }
  try {
    return root.resolveAll().toJSON().nested ?? {}
  } catch (error) {
    throw invalid('', error instanceof Error ? error.message : String(error), error)
  }
}

function parseDescriptor(text: string): unknown {
  try {
    const parsed = JSON.parse(text) as { nested?: unknown }
    return parsed.nested
  } catch (error) {
    throw invalid('descriptor', error instanceof Error ? error.message : String(error), error, 'descriptor')
  }
}

/** Reads what somebody uploaded, which may be hostile; throws `simulator_definition_invalid` with the place. */
export function readDefinition(
  files: readonly ProtoText[] | undefined,
  descriptor: string | undefined,
): ReadDefinition {
  const field = descriptor === undefined ? 'files' : 'descriptor'
  const texts = descriptor === undefined ? (files ?? []).map(({ text }) => text) : [descriptor]
  if (texts.reduce((sum, text) => sum + text.length, 0) > RECORD_DEFINITION_BYTES) {
    throw invalid('', `more than ${RECORD_DEFINITION_BYTES} bytes`, undefined, field)
  }
  const nested = descriptor === undefined ? parseFiles(files ?? []) : parseDescriptor(descriptor)
  const read = readSchema({ nested })
  if (!read.ok) throw invalid(read.path, `${read.reason} ${read.found}`.trim(), undefined, field)
  return { nested: nested as Record<string, unknown>, schema: read.schema }
}
