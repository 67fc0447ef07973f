import type { FunctionDefinition } from '../../contract/index.ts'
import type { Condition } from '../model/formula-parser.ts'

/** Steps as the designer edits them; the server checks what they say. */
interface AnyStep {
  title?: string
  when?: Condition
  stopIf?: Condition
}
export interface Place {
  diff: string
  key?: unknown
  path: readonly unknown[]
}
export interface ReadStep extends AnyStep, Place {
  kind: 'read'
  as: string
}
export interface ChangeDraft extends Place {
  op: 'set' | 'add' | 'remove'
  value?: unknown
}
export interface PatchStep extends AnyStep {
  kind: 'patch'
  changes: readonly ChangeDraft[]
}
export interface MessageStep extends AnyStep {
  kind: 'message'
  cmd: string
  account: unknown
  body: unknown
  as?: string
}
export interface CommandStep extends AnyStep {
  kind: 'command'
  name: string
  params: Readonly<Record<string, unknown>>
  as?: string
}
export type StepDraft = ReadStep | PatchStep | MessageStep | CommandStep
type StepKind = StepDraft['kind']
export type ParameterDraft = FunctionDefinition['parameters'][number]

/** A definition whose steps are known to be steps. */
export type Definition = Omit<FunctionDefinition, 'steps'> & { steps: readonly StepDraft[] }

export const STEP_KINDS: readonly StepKind[] = ['read', 'patch', 'message', 'command']

export const EMPTY_DEFINITION: Definition = {
  title: '',
  group: '',
  comment: '',
  target: 'player',
  parameters: [],
  steps: [],
}

export function newStep(kind: StepKind): StepDraft {
  if (kind === 'read') return { kind, as: '', diff: '', path: [] }
  if (kind === 'patch') return { kind, changes: [newChange()] }
  if (kind === 'message') return { kind, cmd: '', account: '', body: {} }
  return { kind, name: '', params: {} }
}

export function newChange(): ChangeDraft {
  return { diff: '', path: [], op: 'set', value: '' }
}

/** A name nobody has yet: `p1`, `p2`. */
export function newParameter(parameters: readonly ParameterDraft[]): ParameterDraft {
  const taken = new Set(parameters.map(({ fieldName }) => fieldName))
  let number = parameters.length + 1
  while (taken.has(`p${number}`)) number += 1
  return { fieldName: `p${number}`, name: '', type: 'int', comment: '' }
}

/** The list with one element moved; places outside of it change nothing. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_each, index) => index !== from)
  const taken = list[from]
  if (taken === undefined || to < 0 || to >= list.length) return [...list]
  return [...rest.slice(0, to), taken, ...rest.slice(to)]
}

export function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((each, index) => (index === at ? value : each))
}

export function inserted<T>(list: readonly T[], at: number, value: T): T[] {
  return [...list.slice(0, at), value, ...list.slice(at)]
}

export function without<T>(list: readonly T[], at: number): T[] {
  return list.filter((_each, index) => index !== at)
}

/** What a step may refer to: parameters, what earlier steps keep, the player. */
export function namesFor(definition: Definition, step: number): string[] {
  const kept = definition.steps.slice(0, step).flatMap((each) => {
    const as = 'as' in each ? each.as : undefined
    return as === undefined || as === '' ? [] : [`read.${as}`]
  })
  return [
    ...definition.parameters.map(({ fieldName }) => `param.${fieldName}`),
    ...new Set(kept),
    ...(definition.target === 'player' ? ['target.uId'] : []),
    'target.sId',
  ]
}

function hasShape(step: unknown): step is StepDraft {
  if (typeof step !== 'object' || step === null) return false
  const { kind, path, changes, params } = step as Record<string, unknown>
  if (kind === 'read') return Array.isArray(path)
  if (kind === 'patch')
    return Array.isArray(changes) && changes.every((each) => Array.isArray((each as Place)?.path))
  if (kind === 'command') return typeof params === 'object' && params !== null
  return kind === 'message'
}

/** The definition for the forms; null when a step has a shape they cannot show. */
export function editable(definition: FunctionDefinition): Definition | null {
  return definition.steps.every(hasShape) ? (definition as unknown as Definition) : null
}

/** The definition for the server: empty texts that may be left out are. */
export function sendable(definition: Definition): FunctionDefinition {
  return {
    ...definition,
    parameters: [...definition.parameters],
    steps: definition.steps.map((step) => ({ ...step })),
  }
}
