import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import { nodeAt } from '@qd/json-text'
import type { JsonScope } from '@qd/json-text'
import type { DataNode, DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'
import { choicesIn, choicesOf, newRow, newValue } from '@qd/web-controls/fields'
import type { FieldPlace } from '@qd/web-controls/fields'
import { jsonPlace } from './json-place.ts'
import type { JsonPlace } from './json-place.ts'

const MAX_OPTIONS = 200

/** What a text is of, as far as the definition says. */
export interface JsonDefinition {
  protocol: ProtocolDefinition
  scope: JsonScope
  /** Modules a text of the player may name, in the order in which they are offered. */
  modules: readonly DiffInfo[]
}

export interface CompletionPlace extends JsonDefinition {
  fields: FieldPlace
}

function typeText(field: Field): string {
  return field.type === 'array' ? `${field.itemType}[]` : field.type
}

function isScalarNode(node: DataNode | 'player' | null): node is Extract<DataNode, { kind: 'scalar' }> {
  return node !== null && node !== 'player' && node.kind === 'scalar'
}

function fieldOptions(info: DiffInfo, taken: ReadonlySet<string>, hasColon: boolean): Completion[] {
  return info.fields
    .filter(({ fieldName }) => !taken.has(fieldName))
    .map((field) => ({
      label: `"${field.fieldName}"`,
      displayLabel: field.fieldName,
      detail: `${field.name} · ${typeText(field)}`,
      info: field.comment || undefined,
      apply: hasColon ? `"${field.fieldName}"` : `"${field.fieldName}": `,
      type: 'property',
    }))
}

/** Rows that could be added: what the key points at and the table does not have. */
function rowOptions(at: CompletionPlace, info: DiffInfo, place: JsonPlace, hasColon: boolean): Completion[] {
  const field = info.fields.find(({ fieldName }) => fieldName === info.key)
  const choices = field ? (choicesIn(at.fields, field) ?? []) : []
  const free = choices.filter(({ value }) => !place.taken.has(value)).slice(0, MAX_OPTIONS)
  return free.map(({ value, label, detail }) => ({
    label: `"${value}"`,
    displayLabel: `${value} ${label}`,
    detail,
    apply: hasColon ? `"${value}"` : `"${value}": ${JSON.stringify(newRow(at.protocol, info, value))}`,
    type: 'class',
  }))
}

function keyOptions(at: CompletionPlace, place: JsonPlace, hasColon: boolean): Completion[] {
  const is = nodeAt(at.protocol, at.scope, place.path)
  if (is === 'player') {
    return at.modules
      .filter(({ netKey }) => !place.taken.has(netKey))
      .map(({ netKey, comment }) => ({
        label: `"${netKey}"`,
        displayLabel: netKey,
        detail: comment,
        apply: hasColon ? `"${netKey}"` : `"${netKey}": {}`,
        type: 'namespace',
      }))
  }
  if (is?.kind === 'table') return rowOptions(at, is.info, place, hasColon)
  return is?.kind === 'object' ? fieldOptions(is.info, place.taken, hasColon) : []
}

function scalarOptions(at: CompletionPlace, field: Field, type: string): Completion[] {
  const own = choicesOf(field)
  const text = (value: string): string => (type === 'string' ? JSON.stringify(value) : value)
  if (own) {
    return own.map(({ value, label }) => ({
      label: JSON.stringify(value),
      displayLabel: `${value} ${label}`,
      type: 'enum',
    }))
  }
  const offered = choicesIn(at.fields, field)
  if (offered) {
    return offered.slice(0, 100_000).map(({ value, label, detail }) => ({
      label: text(value),
      displayLabel: `${value} ${label}`,
      detail,
      type: 'constant',
    }))
  }
  const isFlag = String(field.min) === '0' && String(field.max) === '1'
  if (isFlag) return ['0', '1'].map((label) => ({ label, type: 'constant' }))
  return field.defaultVal === undefined ? [] : [{ label: JSON.stringify(field.defaultVal), type: 'constant' }]
}

function valueOptions(at: CompletionPlace, place: JsonPlace): Completion[] {
  const path = place.key === null ? place.path : [...place.path, place.key]
  const is = nodeAt(at.protocol, at.scope, path)
  if (is === null || is === 'player' || is.kind === 'table') return []
  if (isScalarNode(is)) return scalarOptions(at, is.field, is.type)
  return [{ label: JSON.stringify(newValue(at.protocol, is)), type: 'class' }]
}

/** What was typed of a choice: its number or its name. */
function answers(option: Completion, typed: string): boolean {
  const words = typed.replaceAll('"', '').trim().toLowerCase()
  const text = `${option.label} ${option.displayLabel ?? ''} ${option.detail ?? ''}`.toLowerCase()
  return words === '' || text.includes(words)
}

/** Offers field names with their meaning, rows, choices and items where the cursor stands. */
export function jsonCompletions(at: () => CompletionPlace): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const place = jsonPlace(context.state, context.pos)
    if (!place) return null
    const typed = context.state.sliceDoc(place.from, context.pos)
    if (!context.explicit && typed === '') return null
    const after = context.state.sliceDoc(place.to, place.to + 20)
    const options =
      place.at === 'key' ? keyOptions(at(), place, /^\s*:/.test(after)) : valueOptions(at(), place)
    const found = options.filter((option) => answers(option, typed)).slice(0, MAX_OPTIONS)
    return found.length === 0 ? null : { from: place.from, to: place.to, options: found, filter: false }
  }
}
