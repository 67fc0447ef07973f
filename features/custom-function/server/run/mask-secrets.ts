import { ownValue } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import type { PlannedStep, StepResult } from '../../contract/index.ts'

/** Stands where the value of a sensitive parameter was. */
export const MASK = '•••'
/** Texts are cut: so many characters of a value give it away already. */
const TELLING_CHARS = 6
/** A value this short stands in other words by chance. */
const SHORT_CHARS = 3

/** Values of sensitive parameters as they can stand in a text, the longest first. */
export type Secrets = readonly string[]

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value, JSON.stringify(value).slice(1, -1)]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leavesOf)
}

export function secretsOf(
  parameters: readonly Pick<Field, 'fieldName' | 'sensitive'>[],
  params: Readonly<Record<string, unknown>>,
): Secrets {
  const hidden = parameters.filter(({ sensitive }) => sensitive === true)
  const found = new Set(hidden.flatMap(({ fieldName }) => leavesOf(ownValue(params, fieldName))))
  return [...found].toSorted((left, right) => right.length - left.length)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

function hideWord(text: string, word: string): string {
  return text.replaceAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(word)}(?![\p{L}\p{N}])`, 'gu'),
    MASK,
  )
}

/** Hides all that a text has of a secret, which may be cut off. */
function hideLong(text: string, secret: string): string {
  const head = secret.slice(0, TELLING_CHARS)
  let shown = ''
  let from = 0
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    let length = head.length
    while (length < secret.length && text[at + length] === secret[length]) length += 1
    shown += text.slice(from, at) + MASK
    from = at + length
  }
  return shown + text.slice(from)
}

export function maskText(text: string, secrets: Secrets): string {
  const long = secrets.filter(({ length }) => length > SHORT_CHARS)
  const short = secrets.filter(({ length }) => length <= SHORT_CHARS)
  // Whole ones first: one that is cut off may begin like another.
  const whole = long.reduce((shown, secret) => shown.replaceAll(secret, MASK), text)
  return short.reduce(hideWord, long.reduce(hideLong, whole))
}

/** A value with every secret in it hidden; names of its keys too. */
export function maskValue(value: unknown, secrets: Secrets): unknown {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return maskText(value, secrets)
  if (typeof value === 'number') return secrets.includes(String(value)) ? MASK : value
  if (Array.isArray(value)) return value.map((each) => maskValue(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [maskText(key, secrets), maskValue(each, secrets)]),
  )
}

type Told = Partial<Pick<PlannedStep & StepResult, (typeof SAID)[number]>>
/** What of a step comes from parameters, the player or the game; the rest is ours. */
const SAID = ['actions', 'changes', 'msg', 'text', 'json', 'conflicts', 'table', 'refused'] as const

const isKept = (name: string): boolean => ['op', 'diff', 'index', 'status', 'code'].includes(name)

/** Rows of our own shape keep what is ours in them. */
function maskRows(rows: readonly object[], secrets: Secrets): object[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, isKept(name) ? value : maskValue(value, secrets)]),
    ),
  )
}

/** A planned or ended step as it may be shown and kept: no text, change or result tells a secret. */
export function maskStep<T extends Told>(step: T, secrets: Secrets): T {
  if (secrets.length === 0) return step
  const masked: Record<string, unknown> = { ...step }
  for (const name of SAID) {
    const value = step[name]
    if (value === undefined) continue
    const isRows = name === 'changes' || name === 'conflicts' || name === 'refused'
    masked[name] = isRows ? maskRows(value as object[], secrets) : maskValue(value, secrets)
  }
  return masked as T
}
