import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import protobuf from 'protobufjs'
import { RECORD_DEFINITION_BYTES, simulatorErrors } from '../../contract/index.ts'
import { lineOfFault } from './line-of-fault.ts'

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

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const atLine = (reason: string, line: number | null) => (line === null ? reason : `${reason} (line ${line})`)

/** Comments of every kind stay: the search and the guide show them. */
const PARSED = { keepCase: true, alternateCommentMode: true }

function parseFiles(files: readonly ProtoText[]): unknown {
  const root = new protobuf.Root()
  for (const file of files) {
    assertFlat(file)
    try {
      const { imports = [], weakImports = [] } = protobuf.parse(file.text, root, PARSED)
      for (const wanted of [...imports, ...weakImports]) {
        if (isGiven(files, wanted)) continue
        const known = WELL_KNOWN.test(wanted) ? protobuf.common.get(wanted) : null
        if (known === null) {
          const line = file.text.slice(0, file.text.indexOf(wanted)).split('\n').length
          throw invalid(file.path, atLine(`imports ${wanted}, which was not given`, line))
        }
        root.addJSON(known.nested as never)
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      const reason = reasonOf(error)
      throw invalid(file.path, atLine(reason, lineOfFault(file.text, reason)), error)
    }
  }
  try {
    return root.resolveAll().toJSON({ keepComments: true }).nested ?? {}
  } catch (error) {
    const reason = reasonOf(error)
    const lines = files.map(({ path, text }) => ({ path, line: lineOfFault(text, reason) }))
    const { path, line } = lines.find((each) => each.line !== null) ?? { path: '', line: null }
    throw invalid(path, atLine(reason, line), error)
  }
}

function parseDescriptor(text: string): unknown {
  try {
    const parsed = parseJsonText(text) as { nested?: unknown }
    return parsed.nested
  } catch (error) {
    throw invalid('descriptor', reasonOf(error), error, 'descriptor')
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
