import { AppError } from '@qd/contract-kit'
import { JsonReader } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { isMarked, isPairs, isSecretField, nameOfPair, simulatorErrors } from '../../contract/index.ts'

/** A text that is a variable alone proves nothing: it is what people write instead of a secret. */
const VARIABLE = /^\s*\{\{[^{}]*\}\}\s*$/

/** The object a body is; `simulator_request_body` when it is none. */
function objectOf(text: string): JsonNode {
  const reader = new JsonReader(text)
  reader.read()
  const fault = reader.faults.find(({ isWarning }) => isWarning !== true)
  if (fault === undefined && reader.root?.kind === 'object') return reader.root
  throw new AppError(simulatorErrors.simulator_request_body, {
    field: 'body',
    params: { at: (fault?.from ?? 0) + 1 },
  })
}

/** What takes a secret's place; null where there is none, or only a variable. */
function emptyFor(
  { value, from, to }: JsonNode,
  text: string,
  isOwn: boolean,
  isBelow: boolean,
): string | null {
  if (text[from] === '"')
    return (isOwn || isBelow) && value !== '' && !VARIABLE.test(String(value)) ? '""' : null
  // Numbers beyond 2^53 are texts in the node. Below a secret field numbers are counts more often than secrets.
  const isNumber = typeof value === 'number' || typeof value === 'string'
  return isNumber && isOwn && Number(text.slice(from, to)) !== 0 ? '0' : null
}

/** As much of the key of a pair as its name may stand in. */
function keyOf({ kind, value, keys = [], items = [] }: JsonNode): unknown {
  if (kind !== 'object') return value
  return keys.length === 1 ? { [keys[0]!]: keyOf(items[0]!) } : null
}

/**
 * A body without what proves somebody, and the names of those fields: texts of secret fields and below them, and numbers
 * that are one. All else stays as it was written: numbers of 64 bits keep every digit.
 */
export function cleanBody(text: string): { body: string; emptied: string[] } {
  const found: { node: JsonNode; name: string; empty: string }[] = []
  const walkPair = (pair: JsonNode, isBelow: boolean): void => {
    const [key, ...values] = pair.kind === 'array' ? (pair.items ?? []) : []
    if (key === undefined || values.length === 0) return walk(pair, '', isBelow)
    const name = nameOfPair(keyOf(key))
    if (name === null) walk(key, '', isBelow)
    for (const each of values) walk(each, name ?? '', isBelow)
  }
  const walk = (node: JsonNode, name: string, isBelow: boolean): void => {
    const isOwn = isSecretField(name)
    const empty = emptyFor(node, text, isOwn, isBelow)
    if (empty !== null) found.push({ node, name, empty })
    if (isPairs(node.keys ?? []) && node.items?.[0]?.kind === 'array') {
      for (const pair of node.items[0].items ?? []) walkPair(pair, isOwn || isBelow)
      return
    }
    const names = isMarked(node.keys ?? []) ? [] : node.keys
    for (const [at, item] of (node.items ?? []).entries()) walk(item, names?.[at] ?? name, isOwn || isBelow)
  }
  walk(objectOf(text), '', false)
  const body = found.reduceRight(
    (left, { node, empty }) => `${left.slice(0, node.from)}${empty}${left.slice(node.to)}`,
    text,
  )
  return { body, emptied: [...new Set(found.map(({ name }) => name))] }
}
