import { diffInfoOf, placeFacts } from '@qd/protocol-model'
import { pathText } from '@qd/protocol-model'
import { findShown } from '@qd/web-frame'
import type { FunctionTexts } from '../texts.ts'
import type { ParameterDraft, Place, StepDraft } from './definition.ts'
import type { DesignSurroundings } from './design-context.ts'

/** A place of the definition as people know it. */
export interface FaultPlace {
  /** From the step or parameter down to the field, in the reader's words. */
  words: string
  /** The protocol's name of the field; empty where the words say all. */
  code: string
}

type Design = Pick<DesignSurroundings, 'definition' | 'protocol' | 'commands'>

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' · ')

const PARAMETER_FIELDS = {
  fieldName: 'parameter.key',
  name: 'parameter.name',
  type: 'parameter.type',
  itemType: 'parameter.itemType',
  defaultVal: 'parameter.default',
  min: 'parameter.min',
  max: 'parameter.max',
  maxBytes: 'parameter.maxBytes',
  unit: 'parameter.unit',
  dataProvider: 'parameter.provider',
  comment: 'parameter.comment',
} as const
const BASICS = { title: 'basics.title', group: 'basics.group', comment: 'basics.comment' } as const

function parameterPlace(
  t: FunctionTexts,
  parameter: ParameterDraft | undefined,
  parts: string[],
): FaultPlace {
  const [at = '0', field = ''] = parts
  const label = PARAMETER_FIELDS[field as keyof typeof PARAMETER_FIELDS]
  return {
    words: joined(
      t('parameter.numbered', { number: Number(at) + 1 }),
      parameter?.name,
      label === undefined ? undefined : t(label),
    ),
    code: parameter?.fieldName ?? '',
  }
}

/** The field of the player's data a place leads to: its name for people, and that of the protocol. */
function dataField({ protocol }: Design, place: Place): FaultPlace {
  const path = place.path.filter((part): part is string => typeof part === 'string')
  const code = joined(place.diff).concat(path.length === 0 ? '' : `.${pathText(path)}`)
  if (protocol === null) return { words: '', code }
  const info = diffInfoOf(protocol, place.diff)
  const { fields } = placeFacts(protocol, { diff: place.diff, path })
  return { words: joined(info?.comment, fields.at(-1)?.name), code }
}

/** What the part of a place is called beside its field. */
const PLACE_PARTS = { diff: 'place.module', key: 'place.row', path: 'place.field' } as const
const CHANGE_PARTS = { ...PLACE_PARTS, op: 'step.op', value: 'step.value' } as const

function changePlace(
  t: FunctionTexts,
  design: Design,
  step: StepDraft | undefined,
  parts: string[],
): FaultPlace {
  const [at = '0', part = ''] = parts
  const change = step?.kind === 'patch' ? step.changes[Number(at)] : undefined
  const field = change === undefined ? { words: '', code: '' } : dataField(design, change)
  const label = CHANGE_PARTS[part as keyof typeof CHANGE_PARTS]
  return {
    words: joined(
      t('check.change', { number: Number(at) + 1 }),
      field.words,
      label === undefined ? undefined : t(label),
    ),
    code: field.code,
  }
}

const STEP_PARTS = {
  ...PLACE_PARTS,
  as: 'step.as',
  when: 'step.when',
  stopIf: 'step.stopIf',
  cmd: 'kind.message',
  account: 'step.account',
  body: 'step.body',
  name: 'kind.command',
  params: 'parameters.title',
} as const

function stepPart(
  t: FunctionTexts,
  design: Design,
  step: StepDraft | undefined,
  parts: string[],
): FaultPlace {
  const [part = '', below = ''] = parts
  if (part === 'changes') return changePlace(t, design, step, parts.slice(1))
  if (part === 'params' && step?.kind === 'command') {
    const command = design.commands.find(({ id }) => id === step.name)
    const name = command?.parameters.find(({ fieldName }) => fieldName === below)?.name
    return { words: name || t('parameters.title'), code: below }
  }
  const label = STEP_PARTS[part as keyof typeof STEP_PARTS]
  const words = label === undefined ? '' : t(label)
  if (part === 'body') return { words, code: below }
  const isPlace = part in PLACE_PARTS && step?.kind === 'read'
  const field = isPlace ? dataField(design, step) : { words: '', code: '' }
  return { words: joined(field.words, words), code: field.code }
}

/** Where something is wrong: the step or parameter by its number and title, the field by its label. */
export function placeOfFault(t: FunctionTexts, design: Design, path: string): FaultPlace {
  const [root = '', ...parts] = path.split('.')
  const { parameters, steps } = design.definition
  if (root === 'parameters' && parts.length > 0) return parameterPlace(t, parameters[Number(parts[0])], parts)
  if (root === 'parameters') return { words: t('parameters.title'), code: '' }
  if (root !== 'steps') {
    const label = BASICS[root as keyof typeof BASICS]
    return { words: t(label ?? 'basics.head'), code: '' }
  }
  const [at, ...rest] = parts
  if (at === undefined) return { words: t('design.steps'), code: '' }
  const step = steps[Number(at)]
  const { words, code } = stepPart(t, design, step, rest)
  const number = t('step.numbered', { number: Number(at) + 1 })
  const name = step === undefined ? undefined : step.title || t(`kind.${step.kind}`)
  return { words: joined(number, name, words), code }
}

/** The nearest part of the form to what is wrong: its field, else its step or parameter. */
function elementOf(path: string): Element | null {
  const fault = findShown(`[data-fault="${CSS.escape(path)}"]`)
  const field = fault?.closest('[data-labelled]') ?? fault?.closest('[data-step]')
  if (field) return field
  const step = path.split('.').slice(0, 2).join('.')
  return findShown(`[data-step="${CSS.escape(step)}"]`)
}

/** Leads to where something is wrong, ready to be typed into. */
export function leadToFault(path: string): void {
  const element = elementOf(path)
  element?.scrollIntoView({ block: 'center' })
  element?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}
