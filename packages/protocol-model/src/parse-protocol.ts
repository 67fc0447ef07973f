import { checkTypes } from './check-types.ts'
import { isPlainObject, isSafeName } from './names.ts'
import { parseDiffInfo } from './parse-diff-info.ts'
import { ProtocolFault, textOf } from './parse-field.ts'
import { plainJsonFault } from './plain-json.ts'
import type { DiffInfo, ProtocolDefinition, Tip } from './protocol-definition.ts'

/** Hard limits of a definition (T12); a game server is not trusted to send a sane one. */
export const PROTOCOL_LIMITS = {
  maxTextBytes: 5 * 1024 * 1024,
  maxDepth: 32,
  maxDiffInfos: 5000,
  maxFields: 100_000,
  maxTips: 20_000,
  maxNodes: 2_000_000,
}

export type ParsedProtocol = { ok: true; protocol: ProtocolDefinition } | { ok: false; reason: string }

function jsonOf(text: string): unknown {
  if (new TextEncoder().encode(text).length > PROTOCOL_LIMITS.maxTextBytes) {
    throw new ProtocolFault(`the definition is larger than ${PROTOCOL_LIMITS.maxTextBytes} bytes`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ProtocolFault('the definition is no JSON', { cause: error })
  }
}

function parseDiffInfos(input: unknown): Map<string, DiffInfo> {
  if (!isPlainObject(input)) throw new ProtocolFault('diffInfos is no object')
  const names = Object.keys(input)
  if (names.length > PROTOCOL_LIMITS.maxDiffInfos) {
    throw new ProtocolFault(`diffInfos has more than ${PROTOCOL_LIMITS.maxDiffInfos} entries`)
  }
  const infos = new Map<string, DiffInfo>()
  let fields = 0
  for (const name of names) {
    if (!isSafeName(name))
      throw new ProtocolFault(`diffInfos has the name ${JSON.stringify(name).slice(0, 200)}`)
    const info = parseDiffInfo(input[name], name)
    fields += info.fields.length
    if (fields > PROTOCOL_LIMITS.maxFields)
      throw new ProtocolFault(`more than ${PROTOCOL_LIMITS.maxFields} fields`)
    infos.set(name, info)
  }
  return infos
}

function parseTip(input: unknown, index: number, infos: ReadonlyMap<string, DiffInfo>): Tip {
  const place = `protocols[${index}]`
  if (!isPlainObject(input)) throw new ProtocolFault(`${place} is no object`)
  const diffInfo = textOf(input, 'diffInfo', place)
  if (diffInfo !== '' && !infos.has(diffInfo)) {
    throw new ProtocolFault(`${place}.diffInfo names the unknown ${JSON.stringify(diffInfo).slice(0, 200)}`)
  }
  return {
    type: textOf(input, 'type', place),
    keyTip: textOf(input, 'keyTip', place),
    diffInfo,
    doc: textOf(input, 'doc', place),
  }
}

function parseTips(input: unknown, infos: ReadonlyMap<string, DiffInfo>): Tip[] {
  if (!Array.isArray(input)) throw new ProtocolFault('protocols is no list')
  if (input.length > PROTOCOL_LIMITS.maxTips)
    throw new ProtocolFault(`more than ${PROTOCOL_LIMITS.maxTips} protocols`)
  return input.map((tip, index) => parseTip(tip, index, infos))
}

function parse(input: unknown): ProtocolDefinition {
  const source = typeof input === 'string' ? jsonOf(input) : input
  if (!isPlainObject(source)) throw new ProtocolFault('the definition is no object')
  const fault = plainJsonFault(source, PROTOCOL_LIMITS)
  if (fault !== null) throw new ProtocolFault(`the definition has a fault: ${fault}`)
  const infos = parseDiffInfos(source.diffInfos)
  checkTypes(infos, PROTOCOL_LIMITS.maxDepth)
  const diffInfos: Record<string, DiffInfo> = Object.create(null)
  for (const [name, info] of infos) diffInfos[name] = info
  const md5 = textOf(source, 'md5', 'definition')
  return { ...(md5 === '' ? {} : { md5 }), diffInfos, protocols: parseTips(source.protocols, infos) }
}

/** Reads a definition from JSON text or from parsed JSON; a refusal names the place (S3.17). */
export function parseProtocol(input: unknown): ParsedProtocol {
  try {
    return { ok: true, protocol: parse(input) }
  } catch (error) {
    if (error instanceof ProtocolFault) return { ok: false, reason: error.message }
    throw error
  }
}
