import { isSafeName, plainJsonFault } from '@qd/protocol-model'
import { isObject } from './plain.ts'
import { FUNCTION_LIMITS } from './steps.ts'
import type { Step, StepFault } from './steps.ts'

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 128

const KEYS: Record<Step['kind'], { needed: readonly string[]; allowed: readonly string[] }> = {
  read: { needed: ['as', 'diff', 'path'], allowed: ['key'] },
  patch: { needed: ['changes'], allowed: [] },
  message: { needed: ['cmd', 'account', 'body'], allowed: ['as'] },
  command: { needed: ['name', 'params'], allowed: ['as'] },
}
const ANY_STEP = ['kind', 'title', 'when', 'stopIf']
const CHANGE_KEYS = ['diff', 'key', 'path', 'op', 'value']

const wrong = (path: string, detail: string): StepFault => ({ path, code: 'step_wrong', detail })

/** What is wrong with a name: nothing, that it is still empty, or its shape. */
function nameFaults(of: Record<string, unknown>, key: string, path: string): StepFault[] {
  if (isText(of[key])) return []
  const at = `${path}.${key}`
  return [of[key] === '' ? { path: at, code: 'part_missing', detail: key } : wrong(at, key)]
}

function changeFaults(change: unknown, path: string): StepFault[] {
  if (!isObject(change)) return [wrong(path, 'change')]
  const strange = Object.keys(change).find((key) => !CHANGE_KEYS.includes(key))
  if (strange !== undefined) return [wrong(`${path}.${strange}`, strange)]
  const [nameless] = nameFaults(change, 'diff', path)
  if (nameless !== undefined) return [nameless]
  if (!Array.isArray(change['path']) || change['path'].length > 32) return [wrong(`${path}.path`, 'path')]
  const isOp = change['op'] === 'set' || change['op'] === 'add' || change['op'] === 'remove'
  return isOp ? [] : [wrong(`${path}.op`, 'op')]
}

function partFaults(step: Record<string, unknown>, path: string): StepFault[] {
  switch (step['kind']) {
    case 'read':
      return [
        ...nameFaults(step, 'diff', path),
        ...(Array.isArray(step['path']) && step['path'].length <= 32 ? [] : [wrong(`${path}.path`, 'path')]),
      ]
    case 'patch': {
      const { changes } = step
      if (!Array.isArray(changes) || changes.length === 0) return [wrong(`${path}.changes`, 'changes')]
      if (changes.length > FUNCTION_LIMITS.changes) {
        return [{ path: `${path}.changes`, code: 'too_large', detail: String(FUNCTION_LIMITS.changes) }]
      }
      return changes.flatMap((change, index) => changeFaults(change, `${path}.changes.${index}`))
    }
    case 'message':
      return nameFaults(step, 'cmd', path)
    default:
      return [
        ...nameFaults(step, 'name', path),
        ...(isObject(step['params']) ? [] : [wrong(`${path}.params`, 'params')]),
      ]
  }
}

function stepFaults(step: unknown, path: string): StepFault[] {
  if (!isObject(step)) return [wrong(path, 'step')]
  const { kind } = step
  if (typeof kind !== 'string' || !Object.hasOwn(KEYS, kind)) return [wrong(`${path}.kind`, String(kind))]
  const { needed, allowed } = KEYS[kind as Step['kind']]
  const known = [...ANY_STEP, ...needed, ...allowed]
  const strange = Object.keys(step).find((key) => !known.includes(key))
  if (strange !== undefined) return [wrong(`${path}.${strange}`, strange)]
  const missing = needed.find((key) => step[key] === undefined)
  if (missing !== undefined) return [wrong(`${path}.${missing}`, missing)]
  const titleFault =
    step['title'] === undefined || (typeof step['title'] === 'string' && step['title'].length <= 200)
  const isNamed = step['as'] === undefined || isSafeName(step['as'])
  const nameCode = step['as'] === '' ? 'part_missing' : 'name_wrong'
  return [
    ...(titleFault ? [] : [wrong(`${path}.title`, 'title')]),
    ...(isNamed ? [] : [{ path: `${path}.as`, code: nameCode, detail: String(step['as']) } as const]),
    ...partFaults(step, path),
  ]
}

/** Takes steps from JSON; `steps` is null when their shape is wrong, and the faults say where. */
export function readSteps(input: unknown): { steps: Step[] | null; faults: StepFault[] } {
  const plain = plainJsonFault(input, { maxDepth: FUNCTION_LIMITS.depth, maxNodes: FUNCTION_LIMITS.nodes })
  if (plain !== null) return { steps: null, faults: [{ path: 'steps', code: 'too_large', detail: plain }] }
  if (!Array.isArray(input) || input.length === 0) {
    return { steps: null, faults: [{ path: 'steps', code: 'steps_empty', detail: '' }] }
  }
  if (input.length > FUNCTION_LIMITS.steps) {
    return {
      steps: null,
      faults: [{ path: 'steps', code: 'too_large', detail: String(FUNCTION_LIMITS.steps) }],
    }
  }
  const faults = input.flatMap((step, index) => stepFaults(step, `steps.${index}`))
  return { steps: faults.length === 0 ? (input as Step[]) : null, faults }
}
