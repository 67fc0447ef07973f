import { diffInfoOf, readPath } from '@qd/protocol-model'
import type { Change, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { ITEMS, itemText, questText } from '../../world/catalogue.ts'
import { localText } from '../../texts/dictionaries.ts'
import { nameText, say } from '../../texts/say.ts'
import type { Place, Said } from '../../texts/say.ts'

export interface ActionSentence {
  text: Said
  /** What kind of action it is, for a script. */
  code: string
}

function countText(value: bigint): string {
  return (value < 0n ? -value : value).toLocaleString('en-US')
}

function gainSentence(what: Place, delta: bigint, kind: string): ActionSentence {
  const count = countText(delta)
  return delta >= 0n
    ? { text: say('增加 {what} ×{count}', { what, count }), code: `${kind}.add` }
    : { text: say('减少 {what} ×{count}', { what, count }), code: `${kind}.take` }
}

function plainText(value: unknown): Said {
  if (value === undefined || value === null) return say('空')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Names of heroes and quests come from the game, the others from players. */
function nameOfRow(info: DiffInfo, name: string): Said {
  if (info.name === 'HeroInfo') return localText('heroes', name)
  return info.name === 'QuestInfo' ? localText('quests', name) : name
}

/** The name people know a row by: of the item, the quest, or the row's own name or title. */
function rowLabel(info: DiffInfo, change: Change): Said {
  const key = change.key ?? ''
  const kind = nameText(info.comment)
  if (info.name === 'BagItem') return itemText(Number(key))
  const own =
    readPath(change.value ?? change.old, ['name']) ?? readPath(change.value ?? change.old, ['title'])
  if (change.path.length === 0 && typeof own === 'string' && own !== '') {
    return say('{kind}「{name}」', { kind, name: nameOfRow(info, own) })
  }
  if (info.name === 'QuestInfo') return say('{kind}「{name}」', { kind, name: questText(Number(key)) })
  return say('{kind} {key}', { kind, key })
}

function placeLabel(info: DiffInfo, change: Change): Said {
  const owner = info.key === '' ? nameText(info.comment) : rowLabel(info, change)
  const [first, ...rest] = change.path
  const field = nameText(info.names[String(first)] ?? String(first))
  return say('{owner} 的 {field}{rest}', {
    owner,
    field,
    rest: rest.map((segment) => `.${segment}`).join(''),
  })
}

function rowSentence(info: DiffInfo, change: Change): ActionSentence {
  const count = BigInt(Number(readPath(change.value ?? change.old, ['count']) ?? 0))
  if (info.name === 'BagItem' && ITEMS.has(Number(change.key))) {
    if (change.op === 'add') return gainSentence(rowLabel(info, change), count, 'item')
    if (change.op === 'remove') return gainSentence(rowLabel(info, change), -count, 'item')
  }
  const row = rowLabel(info, change)
  if (change.op === 'add') return { text: say('新增 {row}', { row }), code: 'row.add' }
  if (change.op === 'remove') return { text: say('移除 {row}', { row }), code: 'row.remove' }
  return { text: say('替换 {row}', { row }), code: 'row.set' }
}

/** One accepted change as the sentence an operator reads before the commit. */
export function describeChange(protocol: ProtocolDefinition, change: Change): ActionSentence {
  const info = diffInfoOf(protocol, change.diff)
  if (!info) return { text: change.diff, code: 'unknown' }
  if (change.path.length === 0) return rowSentence(info, change)
  const place = placeLabel(info, change)
  const [old, value] = [plainText(change.old), plainText(change.value)]
  if (change.op === 'add')
    return { text: say('在 {place} 加入 {value}', { place, value }), code: 'element.add' }
  if (change.op === 'remove') {
    return { text: say('从 {place} 去掉 {value}', { place, value: old }), code: 'element.remove' }
  }
  const field = info.fields.find(({ fieldName }) => fieldName === change.path[0])
  if (change.path.length === 1 && field?.type === 'int' && change.value !== null) {
    const delta = BigInt(String(change.value)) - BigInt(String(change.old ?? 0))
    if (info.name === 'CurrencyInfo') return gainSentence(nameText(field.name), delta, 'currency')
    if (info.name === 'BagItem' && field.fieldName === 'count')
      return gainSentence(rowLabel(info, change), delta, 'item')
  }
  return { text: say('把 {place} 从 {old} 改为 {value}', { place, old, value }), code: 'field.set' }
}
