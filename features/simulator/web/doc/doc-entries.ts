import type { RouteReply } from '@qd/contract-kit'
import type { tipProtocol } from '@qd/data-edit/contract'
import { NO_READINGS, findEntries, indexText } from '@qd/web-controls/search'
import type { Indexed, Readings } from '@qd/web-controls/search'
import type { DocModel } from '../../contract/index.ts'
import type { DocItem } from './doc-address.ts'

/** The definition of one part of a player's data. */
export type DocInfo = NonNullable<RouteReply<typeof tipProtocol>['protocol']>['diffInfos'][string]

/** One line of the list. */
export interface DocEntry {
  /** Unique in the list. */
  key: string
  kind: 'command' | 'message' | 'enum' | 'info'
  item: DocItem
  name: string
  /** Number of a command; empty for others. */
  number: string
  comment: string
  module: string
  isDeprecated: boolean
  /** Names and comments inside it, for the search. */
  fields: readonly { name: string; comment: string }[]
}

/** Head of a group, or an entry in it. */
export type DocRow =
  | { key: string; head: { name: string; comment: string; count: number; isOpen: boolean } }
  | { key: string; entry: DocEntry; hint: string }

/** The group of the definitions of player data; no module has such a name. */
export const INFOS = ' infos'

/** Everything that is documented, in the order of the list. */
export function entriesOf(model: DocModel, infos: readonly DocInfo[]): DocEntry[] {
  const commands = [...model.commands.values()].map((command): DocEntry => {
    const types = [command.req, command.res, command.push].filter((name) => name !== '')
    return {
      key: `command ${command.cmd}`,
      kind: 'command',
      item: { kind: 'command', name: String(command.cmd) },
      name: command.name,
      number: String(command.cmd),
      comment: command.comment,
      module: command.module,
      isDeprecated: false,
      fields: types.map((name) => ({ name, comment: '' })),
    }
  })
  const types = [...model.types.values()].map((each): DocEntry => {
    const { fullName, comment, isDeprecated } = each.type
    return {
      key: `type ${fullName}`,
      kind: each.kind,
      item: { kind: 'type', name: fullName },
      name: each.name,
      number: '',
      comment,
      module: each.module,
      isDeprecated,
      fields: each.kind === 'enum' ? each.type.values : each.type.fields,
    }
  })
  const diffs = infos.map((info): DocEntry => {
    return {
      key: `info ${info.name}`,
      kind: 'info',
      item: { kind: 'info', name: info.name },
      name: info.name,
      number: '',
      comment: info.comment,
      module: INFOS,
      isDeprecated: false,
      fields: info.fields.map(({ fieldName, name, comment }) => ({
        name: fieldName,
        comment: `${name} ${comment}`.trim(),
      })),
    }
  })
  return [...commands, ...types, ...diffs]
}

/** Made ready for the search by name, number, field and comment; Chinese also by pinyin. */
export function indexEntries(
  entries: readonly DocEntry[],
  readings: Readings = NO_READINGS,
): Indexed<DocEntry>[] {
  return entries.map((entry) => ({
    entry,
    text: indexText(entry.name, readings),
    beside: [
      entry.number,
      entry.comment,
      entry.item.name,
      ...entry.fields.flatMap(({ name, comment }) => [name, comment]),
    ]
      .filter((words) => words !== '')
      .map((words) => indexText(words, readings)),
  }))
}

/** The field a search meant, where neither name nor comment of the entry says why it is there. */
function hintOf({ name, comment, number, fields }: DocEntry, query: string): string {
  const wanted = query.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  if ([name, comment, number].some(has)) return ''
  return fields.find((field) => has(field.name) || has(field.comment))?.name ?? ''
}

/** What answers a search, the best first. */
export function rowsFound(indexed: readonly Indexed<DocEntry>[], query: string): DocRow[] {
  return findEntries(indexed, query).map((entry) => ({ key: entry.key, entry, hint: hintOf(entry, query) }))
}

/** The whole list by module; those in `closed` show their head only. */
export function rowsByModule(
  { modules }: Pick<DocModel, 'modules'>,
  entries: readonly DocEntry[],
  closed: ReadonlySet<string>,
): DocRow[] {
  const groups = new Map<string, DocEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.module)
    if (group === undefined) groups.set(entry.module, [entry])
    else group.push(entry)
  }
  return [...modules, { name: INFOS, comment: '' }].flatMap(({ name, comment }): DocRow[] => {
    const own = groups.get(name) ?? []
    if (own.length === 0) return []
    const isOpen = !closed.has(name)
    const head = { name, comment, count: own.length, isOpen }
    const rows = isOpen ? own.map((entry) => ({ key: entry.key, entry, hint: '' })) : []
    return [{ key: `module ${name}`, head }, ...rows]
  })
}
