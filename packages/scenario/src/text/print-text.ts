import type { Json, Scenario, Step, Test } from '../model/scenario.ts'
import { isPathOperand } from '../model/tests.ts'

const HOLE = /^\{\{[\p{L}\p{N}_]+\}\}$/u
/** Paths without a blank can stand as they are. */
const isBare = (value: string) => HOLE.test(value) || (isPathOperand(value) && !/[\s"]/.test(value))

function operand(value: Json): string {
  return typeof value === 'string' && isBare(value) ? value : JSON.stringify(value)
}

/** A comparison as it stands in the text form. */
export function printTest({ left, is, right }: Test): string {
  const words = [operand(left), is]
  if (is !== 'exists' && is !== 'missing') words.push(operand(right ?? null))
  return words.join(' ')
}

/** Comparisons as they stand in the text form. */
function printTests(tests: readonly Test[]): string {
  return tests.map(printTest).join(' and ')
}

const given = (word: string, value: Json | undefined) =>
  value === undefined ? [] : [`${word} ${JSON.stringify(value)}`]

function head(step: Step): string[] {
  switch (step.do) {
    case 'enter':
      return [
        'enter',
        ...given('device', step.deviceId),
        ...given('ver', step.ver),
        ...given('timeout', step.timeoutMs),
      ]
    case 'send': {
      const status = step.status === 'any' ? ['status any'] : given('status', step.status)
      return ['send', step.message, JSON.stringify(step.body), ...status, ...given('timeout', step.timeoutMs)]
    }
    case 'wait': {
      const where = step.where === undefined ? [] : [`where ${printTests(step.where)}`]
      return ['wait', step.message, ...where, ...given('timeout', step.timeoutMs)]
    }
    case 'assert':
      return ['assert', printTests(step.that), ...given('else', step.text)]
    case 'set':
      return ['set', step.name, '=', JSON.stringify(step.value)]
    case 'extract':
      return ['extract', step.name, '=', isBare(step.path) ? step.path : JSON.stringify(step.path)]
    case 'loop': {
      const also = step.while === undefined ? [] : [`while ${printTests(step.while)}`]
      return ['loop', String(step.times), ...also]
    }
    case 'random':
      return ['random']
    case 'branch':
      return ['branch', printTests(step.if)]
    case 'sleep':
      return ['sleep', step.upToMs === undefined ? String(step.ms) : `${step.ms}..${step.upToMs}`]
    case 'call':
      return ['call', JSON.stringify(step.name)]
    case 'leave':
      return ['leave']
    case 'note':
      return [step.text === '' ? '#' : `# ${step.text}`]
  }
}

function block(step: Step, indent: string): string[] {
  const inner = `${indent}  `
  if (step.do === 'loop') return [...lines(step.steps, inner), `${indent}end`]
  if (step.do === 'branch') {
    const otherwise = step.no.length === 0 ? [] : [`${indent}else`, ...lines(step.no, inner)]
    return [...lines(step.yes, inner), ...otherwise, `${indent}end`]
  }
  if (step.do !== 'random') return []
  const ways = step.ways.flatMap(({ weight, steps }) => [
    `${inner}way ${weight}`,
    ...lines(steps, `${inner}  `),
  ])
  return [...ways, `${indent}end`]
}

function lines(steps: readonly Step[], indent: string): string[] {
  return steps.flatMap((step) => [`${indent}${head(step).join(' ')}`, ...block(step, indent)])
}

/** A step on one line, without the steps inside it. */
export function printStep(step: Step): string {
  return head(step).join(' ')
}

/** The text form of a scenario. Read again, it is the same scenario. */
export function printScenario({ name, vars, steps, parts }: Scenario): string {
  const named = Object.entries(vars).map(([each, value]) => `var ${each} = ${JSON.stringify(value)}`)
  const rest = Object.entries(parts).flatMap(([part, list]) => [
    '',
    `part ${JSON.stringify(part)}`,
    ...lines(list, '  '),
    'end',
  ])
  return [`scenario ${JSON.stringify(name)}`, ...named, '', ...lines(steps, ''), ...rest, ''].join('\n')
}
