import { parseJsonText } from '@qd/canonical-json'
import { checkTypes } from '../values/check-types.ts'
import { takeOutForbidden } from '../values/left-out.ts'
import { isCarriedName, isPlainObject } from './names.ts'
import { parseDiffInfo, shownName, toldNames } from './parse-diff-info.ts'
import { LocalTexts } from './local-texts.ts'
import { ProtocolFault, textOf } from './protocol-fault.ts'
import { plainJsonFault } from '../values/plain-json.ts'
import type { DiffInfo, ProtocolDefinition, Tip } from './protocol-definition.ts'
import { isBuiltInType } from '../types.ts'

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
    return parseJsonText(text)
  } catch (error) {
    throw new ProtocolFault('the definition is no JSON', { cause: error })
  }
}

/** A type is carried under a name of its own, with the key its rows are found by. */
function isCarriedType(name: string, info: unknown): boolean {
  const key = isPlainObject(info) ? info.key : undefined
  const isNamed = name !== '' && isCarriedName(name) && !isBuiltInType(name)
  return isNamed && (typeof key !== 'string' || isCarriedName(key))
}

function hasCarriedNetKey(info: unknown): boolean {
  const netKey = isPlainObject(info) ? info.netKey : undefined
  return typeof netKey !== 'string' || isCarriedName(netKey)
}

interface ReadInfos {
  infos: Map<string, DiffInfo>
  /** As given, to be told short. */
  leftOut: Set<string>
}

function parseDiffInfos(input: unknown): ReadInfos {
  if (!isPlainObject(input)) throw new ProtocolFault('diffInfos is no object')
  const entries = Object.entries(input)
  if (entries.length > PROTOCOL_LIMITS.maxDiffInfos) {
    throw new ProtocolFault(`diffInfos has more than ${PROTOCOL_LIMITS.maxDiffInfos} entries`)
  }
  const gone = new Set(entries.filter(([name, info]) => !isCarriedType(name, info)).map(([name]) => name))
  const isCarried = (type: string): boolean =>
    isCarriedName(type) && !(gone.has(type) && !isBuiltInType(type))
  const infos = new Map<string, DiffInfo>()
  const leftOut = new Set(gone)
  let fields = 0
  for (const [name, input] of entries) {
    if (gone.has(name)) continue
    const info = parseDiffInfo(input, name, { isCarried })
    fields += info.fields.length
    if (fields > PROTOCOL_LIMITS.maxFields)
      throw new ProtocolFault(`more than ${PROTOCOL_LIMITS.maxFields} fields`)
    infos.set(name, info)
    if (!hasCarriedNetKey(input)) leftOut.add(name)
  }
  return { infos, leftOut }
}

function parseTip(input: unknown, index: number, { infos, leftOut }: ReadInfos): Tip {
  const place = `protocols[${index}]`
  if (!isPlainObject(input)) throw new ProtocolFault(`${place} is no object`)
  const named = textOf(input, 'diffInfo', place)
  const diffInfo = leftOut.has(named) || !isCarriedName(named) ? '' : named
  if (diffInfo !== '' && !infos.has(diffInfo)) {
    throw new ProtocolFault(`${place}.diffInfo names the unknown ${JSON.stringify(diffInfo).slice(0, 200)}`)
  }
  const texts = new LocalTexts(input, place)
  return {
    type: textOf(input, 'type', place),
    keyTip: texts.read('keyTip'),
    diffInfo,
    doc: texts.read('doc'),
    ...texts.found('texts'),
  }
}

function parseTips(input: unknown, read: ReadInfos): Tip[] {
  if (!Array.isArray(input)) throw new ProtocolFault('protocols is no list')
  if (input.length > PROTOCOL_LIMITS.maxTips)
    throw new ProtocolFault(`more than ${PROTOCOL_LIMITS.maxTips} protocols`)
  return input.map((tip, index) => parseTip(tip, index, read))
}

function parse(input: unknown): ProtocolDefinition {
  const source = typeof input === 'string' ? jsonOf(input) : input
  if (!isPlainObject(source)) throw new ProtocolFault('the definition is no object')
  let hasForbidden = false
  const fault = plainJsonFault(source, PROTOCOL_LIMITS, () => (hasForbidden = true))
  if (fault !== null) throw new ProtocolFault(`the definition has a fault: ${fault}`)
  const copy = hasForbidden ? structuredClone(source) : source
  const taken = hasForbidden ? takeOutForbidden(copy) : []
  const read = parseDiffInfos(copy.diffInfos)
  checkTypes(read.infos, PROTOCOL_LIMITS.maxDepth)
  const diffInfos: Record<string, DiffInfo> = Object.create(null)
  for (const [name, info] of read.infos) diffInfos[name] = info
  const types = taken.filter(({ path }) => path.join() === 'diffInfos').flatMap(({ names }) => names)
  const leftOut = [...new Set([...types, ...[...read.leftOut].map(shownName), ...toldNames(copy.leftOut)])]
  const md5 = textOf(copy, 'md5', 'definition')
  return {
    ...(md5 === '' ? {} : { md5 }),
    diffInfos,
    protocols: parseTips(copy.protocols, read),
    ...(leftOut.length === 0 ? {} : { leftOut }),
  }
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
