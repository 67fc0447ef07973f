import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deriveProtocol, parseProtocol, protocolMd5, readProtoModules } from '@qd/protocol-model'
import type { DiffInfo, ProtoNested, ProtocolDefinition, Tip } from '@qd/protocol-model'
import { servedDefinition } from './served-definition.ts'
import type { ServedDefinition } from './served-definition.ts'

/** The game's own definitions, beside the messages of the same modules. */
export const OWN_PROTOCOL_DIR = join(import.meta.dirname, '../../../protocol')

export interface LoadedDefinitions {
  /** As written, the game's own part in Chinese; what edits are checked and described by. */
  protocol: ProtocolDefinition
  /** As consoles get it: the game's own part in every language, an extra folder's as it is. */
  readonly served: ServedDefinition
  /** Of `served`. */
  readonly md5: string
  /** Net keys that come from the extra folder; the game keeps generated data for them. */
  extraNetKeys: readonly string[]
}

interface Definitions {
  diffInfos: Record<string, DiffInfo>
  protocols: Tip[]
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function readModule(path: string): { ok: true; module: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, module: JSON.parse(readFileSync(path, 'utf8')) }
  } catch (error) {
    return { ok: false, reason: textOf(error) }
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** A module may use types of modules loaded before it, so it is read together with them. */
function merged(known: Definitions, module: unknown): ProtocolDefinition {
  const { diffInfos, protocols } = objectOf(module)
  const clash = Object.keys(objectOf(diffInfos)).find((name) => Object.hasOwn(known.diffInfos, name))
  if (clash !== undefined) throw new Error(`the name ${clash} is already taken`)
  const parsed = parseProtocol({
    diffInfos: { ...known.diffInfos, ...objectOf(diffInfos) },
    protocols: [...known.protocols, ...(Array.isArray(protocols) ? protocols : [])],
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  const netKeys = Object.values(parsed.protocol.diffInfos)
    .map((info) => info.netKey)
    .filter((netKey) => netKey !== '')
  const twice = netKeys.find((netKey, index) => netKeys.indexOf(netKey) !== index)
  if (twice !== undefined) throw new Error(`the net key ${twice} is already taken`)
  return parsed.protocol
}

/** Names the messages of an extra folder that are modules, where there are only .proto files for them. */
const MODULES_FILE = 'modules.json'

/** The modules an extra folder's messages are; null when it names none. */
function derivedFrom(extraDir: string, nested: unknown): ProtocolDefinition | null {
  const path = join(extraDir, MODULES_FILE)
  if (!existsSync(path)) return null
  const file = readModule(path)
  const read = file.ok ? readProtoModules(file.module) : file
  if (!read.ok) throw new Error(read.reason)
  const derived = deriveProtocol(nested as ProtoNested, read.modules)
  if (!derived.ok) throw new Error(derived.reason)
  return derived.protocol
}

/** As an operator thinks of a player; the editor lists modules in this order, others behind. */
const ORDER = 'role currency bag hero quest mail guild shop friend ship arena settings session'.split(' ')

function rankOf(fileName: string): number {
  const rank = ORDER.indexOf(basename(fileName, '.json'))
  return rank === -1 ? ORDER.length : rank
}

function jsonFilesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== MODULES_FILE)
    .sort((left, right) => rankOf(left) - rankOf(right) || left.localeCompare(right))
    .map((name) => join(folder, name))
}

function netKeysOf(protocol: ProtocolDefinition): string[] {
  return Object.values(protocol.diffInfos)
    .map((info) => info.netKey)
    .filter((netKey) => netKey !== '')
}

/**
 * The modules of both folders, those of an extra folder's messages included; a bad file of it is reported to `refuse`
 * and left out. `nested` has the messages of both folders.
 */
export function loadDefinitions(
  extraDir: string | undefined,
  refuse: (file: string, reason: string) => void,
  nested: unknown = {},
): LoadedDefinitions {
  let protocol: ProtocolDefinition = { diffInfos: {}, protocols: [] }
  for (const path of jsonFilesOf(OWN_PROTOCOL_DIR)) {
    const read = readModule(path)
    if (!read.ok) throw new Error(`${basename(path)}: ${read.reason}`)
    protocol = merged(protocol, read.module)
  }
  const own = protocol
  const ownNetKeys = new Set(netKeysOf(own))
  for (const path of extraDir === undefined ? [] : extraFilesOf(extraDir, refuse)) {
    const read = readModule(path)
    try {
      if (!read.ok) throw new Error(read.reason)
      protocol = merged(protocol, read.module)
    } catch (error) {
      refuse(basename(path), textOf(error))
    }
  }
  try {
    const derived = extraDir === undefined ? null : derivedFrom(extraDir, nested)
    if (derived !== null) protocol = merged(protocol, derived)
  } catch (error) {
    refuse(MODULES_FILE, textOf(error))
  }
  const all = protocol
  let served: ServedDefinition | null = null
  let md5: string | null = null
  // Made when a console first asks: a server that nobody asks needs no dictionaries.
  const serve = (): ServedDefinition => (served ??= withServed(all, servedDefinition(own)))
  return {
    protocol,
    get served() {
      return serve()
    },
    get md5() {
      return (md5 ??= protocolMd5(serve(), (text) => createHash('md5').update(text).digest('hex')))
    },
    extraNetKeys: netKeysOf(protocol).filter((netKey) => !ownNetKeys.has(netKey)),
  }
}

/** The whole definition, its own part as served. */
function withServed(all: ProtocolDefinition, own: ServedDefinition): ServedDefinition {
  return {
    diffInfos: { ...all.diffInfos, ...own.diffInfos },
    protocols: [...own.protocols, ...all.protocols.slice(own.protocols.length)],
  }
}

function extraFilesOf(folder: string, refuse: (file: string, reason: string) => void): string[] {
  try {
    return jsonFilesOf(folder)
  } catch (error) {
    refuse(folder, textOf(error))
    return []
  }
}
