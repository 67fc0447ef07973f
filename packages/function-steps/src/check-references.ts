import { isForbiddenKey } from '@qd/protocol-model'
import { isCondition, referenceOf } from './evaluate.ts'
import { expressionOf, isArithmetic, isObject, nameOfKey } from './plain.ts'
import type { StepFault, Template } from './steps.ts'

export interface Visible {
  parameters: { has(name: string): boolean }
  /** Names kept by the steps before. */
  earlier: { has(name: string): boolean }
  /** Names kept by this step and later ones. */
  later: { has(name: string): boolean }
}

function referenceFault(visible: Visible, text: unknown, path: string): StepFault[] {
  const detail = String(text).slice(0, 200)
  const reference = referenceOf(text)
  const name = reference?.path[0] ?? ''
  if (reference?.from === 'param' && visible.parameters.has(name)) return []
  if (reference?.from === 'read' && visible.earlier.has(name)) return []
  const isTarget = reference?.from === 'target' && (name === 'uId' || name === 'sId')
  if (isTarget && reference.path.length === 1) return []
  const isLater = reference?.from === 'read' && visible.later.has(name)
  return [{ path, code: isLater ? 'reference_later' : 'reference_unknown', detail }]
}

/** Faults of a comparison, whatever it came as. */
export function conditionFaults(visible: Visible, condition: unknown, path: string): StepFault[] {
  if (!isCondition(condition)) return [{ path, code: 'condition_wrong', detail: '' }]
  return [
    ...referenceFaults(visible, condition.left, `${path}.left`),
    ...referenceFaults(visible, condition.right, `${path}.right`),
  ]
}

function expressionFaults(visible: Visible, [name, argument]: [string, unknown], path: string): StepFault[] {
  if (name === '$') return referenceFault(visible, argument, path)
  if (name !== '$if' && name !== '$concat' && !isArithmetic(name)) {
    return [{ path, code: 'operator_unknown', detail: name }]
  }
  const isCountRight =
    Array.isArray(argument) &&
    (name === '$if' ? argument.length === 3 : name === '$sub' ? argument.length === 2 : argument.length >= 2)
  if (!isCountRight) return [{ path, code: 'operator_arguments', detail: name }]
  return (argument as unknown[]).flatMap((each, index) =>
    name === '$if' && index === 0
      ? conditionFaults(visible, each, `${path}.0`)
      : referenceFaults(visible, each, `${path}.${index}`),
  )
}

/** Faults of what a template names and of how its expressions are built. */
export function referenceFaults(visible: Visible, template: Template, path: string): StepFault[] {
  if (Array.isArray(template)) {
    return template.flatMap((each, index) => referenceFaults(visible, each, `${path}.${index}`))
  }
  if (!isObject(template)) return []
  const expression = expressionOf(template)
  if (expression !== null) return expressionFaults(visible, expression, `${path}.${expression[0]}`)
  return Object.entries(template).flatMap(([key, each]) => {
    const name = nameOfKey(key)
    if (name === null) return [{ path, code: 'operator_unknown' as const, detail: key }]
    if (isForbiddenKey(name)) return [{ path, code: 'key_forbidden' as const, detail: name }]
    return referenceFaults(visible, each, `${path}.${key}`)
  })
}
