import type { Step } from '@qd/scenario'
import { keepKey } from './step-keys.ts'

/** A step in the list: its label, how deep it stands, and the list it stands in. */
export interface ListedStep {
  step: Step
  label: string
  depth: number
  /** The list that holds it. */
  path: readonly (string | number)[]
  index: number
  isLast: boolean
}

function innerLists(step: Step): { path: readonly (string | number)[]; name: string; steps: Step[] }[] {
  if (step.do === 'loop') return [{ path: ['steps'], name: '', steps: step.steps }]
  if (step.do === 'branch')
    return [
      { path: ['yes'], name: 'yes.', steps: step.yes },
      { path: ['no'], name: 'no.', steps: step.no },
    ]
  if (step.do !== 'random') return []
  return step.ways.map(({ steps }, at) => ({ path: ['ways', at, 'steps'], name: `${at + 1}.`, steps }))
}

/** All steps in the order they are read, the outer before the inner. */
export function listedSteps(
  steps: readonly Step[],
  path: readonly (string | number)[] = ['steps'],
  prefix = '',
  depth = 0,
): ListedStep[] {
  return steps.flatMap((step, index) => {
    const label = `${prefix}${index + 1}`
    const own = { step, label, depth, path, index, isLast: index === steps.length - 1 }
    const inner = innerLists(step).flatMap((list) =>
      listedSteps(list.steps, [...path, index, ...list.path], `${label}.${list.name}`, depth + 1),
    )
    return [own, ...inner]
  })
}

/** A copy of `root` in which the list at the path is another one. */
export function withList<T>(
  root: T,
  path: readonly (string | number)[],
  change: (list: Step[]) => Step[],
): T {
  const [key, ...rest] = path
  if (key === undefined) return change(root as unknown as Step[]) as unknown as T
  const copy = (Array.isArray(root) ? [...(root as unknown[])] : { ...root }) as Record<
    string | number,
    unknown
  >
  copy[key] = withList(copy[key], rest, change)
  return keepKey(copy, root as object) as T
}
