import { parseScenario } from '@qd/scenario'
import type { Step } from '@qd/scenario'
import type { BotsTexts } from '../texts.ts'
import { faultText } from './fault-text.ts'

/** What ends a line of the text form that goes on below it, by its first word. */
const ENDS: Readonly<Record<string, string>> = {
  loop: '\nend',
  branch: '\nend',
  random: '\nway 1\nend',
}

/** The lists of steps inside a step; empty ones at the end are left out. */
function innerOf(step: Step): Step[][] {
  const all =
    step.do === 'loop'
      ? [step.steps]
      : step.do === 'branch'
        ? [step.yes, step.no]
        : step.do === 'random'
          ? step.ways.map(({ steps }) => steps)
          : []
  return all.slice(0, all.findLastIndex((list) => list.length > 0) + 1)
}

/** The step with the lists inside it; null: it has no room for all of them. */
function holding(step: Step, lists: readonly Step[][]): Step | null {
  const [first = [], second = []] = lists
  if (step.do === 'random')
    return lists.length === 0 ? step : { ...step, ways: lists.map((steps) => ({ weight: 1, steps })) }
  if (step.do === 'branch') return lists.length > 2 ? null : { ...step, yes: first, no: second }
  if (step.do === 'loop') return lists.length > 1 ? null : { ...step, steps: first }
  return lists.length > 0 ? null : step
}

/** The step a line stands for, with the steps that were inside it; or what is wrong. */
export function readLine(line: string, before: Step, t: BotsTexts): Step | string {
  const word = /^\s*(\w+)/.exec(line)?.[1] ?? ''
  const read = parseScenario(`${line}${ENDS[word] ?? ''}`)
  if (!read.ok) {
    // The row stands beside it: neither its line nor its step is the one that was read.
    const { code, field, params } = read.faults[0]!
    return faultText(t, { code, field, params, step: '' })
  }
  const [step, more] = read.scenario.steps
  if (step === undefined || more !== undefined) return t('fault.one_line')
  // Its line says nothing of its ways.
  if (step.do === 'random' && before.do === 'random') return before
  return holding(step, innerOf(before)) ?? t('fault.inner_steps')
}
