import type { Change, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

/** A module of player data as the list on the left shows it. */
export interface ModuleEntry {
  info: DiffInfo
  label: string
  /** Rows of a table, else fields of the object. */
  count: number
  pending: number
  /** Why the search found it; null without a search. */
  hit: SearchHit | null
}

export interface SearchHit {
  kind: 'module' | 'field' | 'comment' | 'value'
  text: string
}

const MAX_VALUES = 50_000

export function moduleLabel(protocol: ProtocolDefinition, info: DiffInfo): string {
  const tip = protocol.protocols.find(({ diffInfo }) => diffInfo === info.name)
  return tip?.keyTip || info.comment || info.name
}

/** Whether this is the module in which games keep who somebody is. */
export function isRoleModule(netKey: string): boolean {
  return /^(role|player|user|base|character)(info|data)?$/i.test(netKey)
}

/** Modules that can be edited: the role first, then in the order of the definition. */
export function modulesOf(protocol: ProtocolDefinition): DiffInfo[] {
  const modules = Object.values(protocol.diffInfos).filter(({ netKey }) => netKey !== '')
  return modules.sort((left, right) => Number(isRoleModule(right.netKey)) - Number(isRoleModule(left.netKey)))
}

/** How many fields the definition has in all. */
export function fieldCount(protocol: ProtocolDefinition): number {
  return Object.values(protocol.diffInfos).reduce((sum, info) => sum + info.fields.length, 0)
}

function searchable(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function findValue(root: unknown, needle: string): string | null {
  const open: unknown[] = [root]
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const value = open.pop()
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
    else if (searchable(value).toLowerCase().includes(needle)) return searchable(value)
  }
  return null
}

function findHit(
  protocol: ProtocolDefinition,
  info: DiffInfo,
  data: unknown,
  needle: string,
): SearchHit | null {
  const includes = (text: string): boolean => text.toLowerCase().includes(needle)
  const label = moduleLabel(protocol, info)
  const name = [label, info.netKey, info.name].find(includes)
  if (name !== undefined) return { kind: 'module', text: name }
  const field = info.fields.find((each) => includes(each.name) || includes(each.fieldName))
  if (field) return { kind: 'field', text: `${field.name} ${field.fieldName}` }
  const commented = info.fields.find((each) => includes(each.comment))
  if (commented) return { kind: 'comment', text: `${commented.name}: ${commented.comment}` }
  const value = findValue(data, needle)
  return value === null ? null : { kind: 'value', text: value }
}

function countOf(info: DiffInfo, data: unknown): number {
  if (info.key === '') return info.fields.length
  return typeof data === 'object' && data !== null ? Object.keys(data).length : 0
}

/** The modules, those the search finds only; search looks at names, fields, comments and values. */
export function moduleList(
  protocol: ProtocolDefinition,
  data: PlayerData,
  view: { changes: readonly Change[]; search: string },
): ModuleEntry[] {
  const needle = view.search.trim().toLowerCase()
  return modulesOf(protocol).flatMap((info) => {
    const own = Object.hasOwn(data, info.netKey) ? data[info.netKey] : undefined
    const hit = needle === '' ? null : findHit(protocol, info, own, needle)
    if (needle !== '' && !hit) return []
    const pending = view.changes.filter(({ diff }) => diff === info.name).length
    return [{ info, label: moduleLabel(protocol, info), count: countOf(info, own), pending, hit }]
  })
}
