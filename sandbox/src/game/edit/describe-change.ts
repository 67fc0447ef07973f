import { diffInfoOf, readPath } from '@qd/protocol-model'
import type { Change, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { ITEMS, QUESTS, itemName } from '../../world/catalogue.ts'

export interface ActionSentence {
  text: string
  /** What kind of action it is, for a script. */
  code: string
}

function countText(value: bigint): string {
  return (value < 0n ? -value : value).toLocaleString('en-US')
}

function gainSentence(label: string, delta: bigint, kind: string): ActionSentence {
  return delta >= 0n
    ? { text: `增加 ${label} ×${countText(delta)}`, code: `${kind}.add` }
    : { text: `减少 ${label} ×${countText(delta)}`, code: `${kind}.take` }
}

function plainText(value: unknown): string {
  if (value === undefined || value === null) return '空'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** The name people know a row by: of the item, the quest, or the row's own name or title. */
function rowLabel(info: DiffInfo, change: Change): string {
  const key = change.key ?? ''
  if (info.name === 'BagItem') return itemName(Number(key))
  const own =
    readPath(change.value ?? change.old, ['name']) ?? readPath(change.value ?? change.old, ['title'])
  if (change.path.length === 0 && typeof own === 'string' && own !== '') return `${info.comment}「${own}」`
  if (info.name === 'QuestInfo') return `${info.comment}「${QUESTS.get(Number(key))?.name ?? key}」`
  return `${info.comment} ${key}`
}

function placeLabel(info: DiffInfo, change: Change): string {
  const owner = info.key === '' ? info.comment : rowLabel(info, change)
  const [first, ...rest] = change.path
  const field = info.names[String(first)] ?? String(first)
  return [owner, '的', [field, ...rest].join('.')].join(' ')
}

function rowSentence(info: DiffInfo, change: Change): ActionSentence {
  const count = BigInt(Number(readPath(change.value ?? change.old, ['count']) ?? 0))
  if (info.name === 'BagItem' && ITEMS.has(Number(change.key))) {
    if (change.op === 'add') return gainSentence(rowLabel(info, change), count, 'item')
    if (change.op === 'remove') return gainSentence(rowLabel(info, change), -count, 'item')
  }
  if (change.op === 'add') return { text: `新增 ${rowLabel(info, change)}`, code: 'row.add' }
  if (change.op === 'remove') return { text: `移除 ${rowLabel(info, change)}`, code: 'row.remove' }
  return { text: `替换 ${rowLabel(info, change)}`, code: 'row.set' }
}

/** One accepted change as the sentence an operator reads before the commit. */
export function describeChange(protocol: ProtocolDefinition, change: Change): ActionSentence {
  const info = diffInfoOf(protocol, change.diff)
  if (!info) return { text: change.diff, code: 'unknown' }
  if (change.path.length === 0) return rowSentence(info, change)
  const place = placeLabel(info, change)
  if (change.op === 'add') return { text: `在 ${place} 加入 ${plainText(change.value)}`, code: 'element.add' }
  if (change.op === 'remove')
    return { text: `从 ${place} 去掉 ${plainText(change.old)}`, code: 'element.remove' }
  const field = info.fields.find(({ fieldName }) => fieldName === change.path[0])
  if (change.path.length === 1 && field?.type === 'int' && change.value !== null) {
    const delta = BigInt(String(change.value)) - BigInt(String(change.old ?? 0))
    if (info.name === 'CurrencyInfo') return gainSentence(field.name, delta, 'currency')
    if (info.name === 'BagItem' && field.fieldName === 'count')
      return gainSentence(rowLabel(info, change), delta, 'item')
  }
  return {
    text: `把 ${place} 从 ${plainText(change.old)} 改为 ${plainText(change.value)}`,
    code: 'field.set',
  }
}
