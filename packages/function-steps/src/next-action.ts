import type { Change } from '@qd/protocol-model'
import { fill, holdsFor } from './evaluate.ts'
import { outcomeOf, StepFailure } from './fault.ts'
import type { Outcome } from './fault.ts'
import { FUNCTION_LIMITS } from './steps.ts'
import type { ChangeTemplate, Condition, Scope, Step, Template } from './steps.ts'

/** What to do next, with every value filled in. `skip` goes on with the next step, `stop` ends the function. */
export type NextAction =
  | { kind: 'skip' }
  | { kind: 'stop' }
  | { kind: 'read'; as: string; diff: string; key?: string; path: string[] }
  | { kind: 'patch'; changes: Change[] }
  | { kind: 'message'; cmd: string; account: string; body: unknown; as?: string }
  | { kind: 'command'; name: string; params: Record<string, unknown>; as?: string }

/** Keys and path segments are text; numbers become their digits. */
function segment(template: Template, scope: Scope, path: string): string {
  const value = fill(template, scope, path)
  const isText = typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
  if (!isText || value === '' || String(value).length > 256) {
    throw new StepFailure(path, 'not_text', JSON.stringify(value).slice(0, 100))
  }
  return String(value)
}

function placed(template: Pick<ChangeTemplate, 'diff' | 'key' | 'path'>, scope: Scope, at: string) {
  const path = template.path.map((each, index) => segment(each, scope, `${at}.path.${index}`))
  const key = template.key === undefined ? {} : { key: segment(template.key, scope, `${at}.key`) }
  return { diff: template.diff, ...key, path }
}

function changeOf(template: ChangeTemplate, scope: Scope, at: string): Change {
  const change = { ...placed(template, scope, at), op: template.op }
  return template.op === 'remove' ? change : { ...change, value: fill(template.value, scope, `${at}.value`) }
}

/** About as many characters as the value has in JSON; counts no further than a little beyond the limit. */
function sizeOf(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const [key, each] of Object.entries(value)) {
    size += (Array.isArray(value) ? 0 : key.length + 3) + sizeOf(each, limit - size)
    if (size > limit) return size
  }
  return size
}

/** A few references to a long text make a message that fills the memory. */
function limited(action: NextAction, at: string): NextAction {
  const size = sizeOf(action, FUNCTION_LIMITS.sent)
  if (size > FUNCTION_LIMITS.sent) throw new StepFailure(at, 'too_large', `> ${FUNCTION_LIMITS.sent}`)
  return action
}

function acted(step: Step, scope: Scope, at: string): NextAction {
  switch (step.kind) {
    case 'read':
      return { kind: 'read', as: step.as, ...placed(step, scope, at) }
    case 'patch':
      return {
        kind: 'patch',
        changes: step.changes.map((change, index) => changeOf(change, scope, `${at}.changes.${index}`)),
      }
    case 'message': {
      const account = segment(step.account, scope, `${at}.account`)
      const body = fill(step.body, scope, `${at}.body`)
      return {
        kind: 'message',
        cmd: step.cmd,
        account,
        body,
        ...(step.as === undefined ? {} : { as: step.as }),
      }
    }
    case 'command': {
      const params = fill(step.params, scope, `${at}.params`) as Record<string, unknown>
      return { kind: 'command', name: step.name, params, ...(step.as === undefined ? {} : { as: step.as }) }
    }
  }
}

/** Turns a step and what is known so far into what to do; `at` is the step's path for faults, `steps.2`. */
export function nextAction(step: Step, scope: Scope, at: string): Outcome<NextAction> {
  return outcomeOf(() => {
    if (step.when !== undefined && !holdsFor(step.when, scope, `${at}.when`)) return { kind: 'skip' }
    const isStopped = step.kind !== 'read' && step.stopIf !== undefined
    if (isStopped && holdsFor(step.stopIf, scope, `${at}.stopIf`)) return { kind: 'stop' }
    return limited(acted(step, scope, at), at)
  })
}

/** Whether a read ends the function, asked once its value stands in the scope. */
export function stopsAfterRead(condition: Condition, scope: Scope, at: string): Outcome<boolean> {
  return outcomeOf(() => holdsFor(condition, scope, `${at}.stopIf`))
}
