import { moduleLabel } from '@qd/protocol-model'
import type { Change, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { ModuleHits } from './value-search.ts'
import { isPlain } from './wrong-type.ts'

/** A module of player data as the list on the left shows it. */
export interface ModuleEntry {
  info: DiffInfo
  label: string
  /** Rows of a table, else fields of the object. */
  count: number
  changes: readonly Change[]
  /** How the search found it by its definition; null without a search, or when only a value was found. */
  hit: SearchHit | null
  values: ModuleHits | null
}

export interface SearchHit {
  kind: 'module' | 'field' | 'comment'
  text: string
  /** Of a field that was found. */
  fieldName?: string
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

function findHit(protocol: ProtocolDefinition, info: DiffInfo, needle: string): SearchHit | null {
  const includes = (text: string): boolean => text.toLowerCase().includes(needle)
  const label = moduleLabel(protocol, info)
  const name = [label, info.netKey, info.name].find(includes)
  if (name !== undefined) return { kind: 'module', text: name }
  const field = info.fields.find((each) => includes(each.name) || includes(each.fieldName))
  if (field) return { kind: 'field', text: `${field.name} ${field.fieldName}`, fieldName: field.fieldName }
  const commented = info.fields.find((each) => includes(each.comment))
  return commented ? { kind: 'comment', text: `${commented.name}: ${commented.comment}` } : null
}

function countOf(info: DiffInfo, data: unknown): number {
  if (info.key === '') return info.fields.length
  return isPlain(data) ? Object.keys(data).length : 0
}

/** The modules, those the search finds only: by name, field, comment, or a value found in them. */
export function moduleList(
  protocol: ProtocolDefinition,
  data: PlayerData,
  view: { changes: readonly Change[]; search: string; values: ReadonlyMap<string, ModuleHits> },
): ModuleEntry[] {
  const needle = view.search.trim().toLowerCase()
  const pending = Map.groupBy(view.changes, ({ diff }) => diff)
  return modulesOf(protocol).flatMap((info) => {
    const own = Object.hasOwn(data, info.netKey) ? data[info.netKey] : undefined
    const hit = needle === '' ? null : findHit(protocol, info, needle)
    const values = needle === '' ? null : (view.values.get(info.name) ?? null)
    if (needle !== '' && !hit && !values) return []
    const changes = pending.get(info.name) ?? []
    return [{ info, label: moduleLabel(protocol, info), count: countOf(info, own), changes, hit, values }]
  })
}
