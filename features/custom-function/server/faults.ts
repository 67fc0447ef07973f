import { AppError } from '@qd/contract-kit'
import type { StepFault } from '@qd/function-steps'
import type { CallContext } from '@qd/server-kit'
import { customFunctionErrors } from '../contract/index.ts'
import type { FunctionDefinition, FunctionFault } from '../contract/index.ts'

type Say = Pick<CallContext, 'text'>

/** What faults are about: the parameters by their names, and the steps where a definition is checked. */
type About = Pick<FunctionDefinition, 'parameters'> & Partial<Pick<FunctionDefinition, 'steps'>>

/** Codes of the steps that have a word: what kind a step is, what a change does. */
const WITH_WORD = ['read', 'patch', 'message', 'command', 'set', 'add', 'remove']
/** Faults that name one of them. */
const NAMES_CODE = ['player_needed', 'op_wrong']

function nameOfParameter({ parameters }: About, of: (field: { fieldName: string }) => boolean): string {
  const field = parameters.find(of)
  return field === undefined ? '' : [...new Set([field.name, field.fieldName])].join(' ').trim()
}

/** A field as its form calls it, never by its path. */
function fieldWords(about: About, path: string): string {
  const [root, at = '', part = '', index = ''] = path.split('.')
  if (root === 'params') return nameOfParameter(about, ({ fieldName }) => fieldName === at)
  if (root === 'parameters') {
    const chosen = about.parameters[Number(at)]
    return nameOfParameter(about, (field) => field === chosen)
  }
  const step = about.steps?.[Number(at)]
  if (part !== 'changes') return part === 'params' ? index : part
  const change = (step?.['changes'] as { diff?: unknown; path?: unknown[] }[] | undefined)?.[Number(index)]
  return [change?.diff, ...(change?.path ?? [])].filter((each) => typeof each === 'string').join('.')
}

/** `value_wrong` carries the code and limit of the data rules: `above_max 100`. */
function wordsOf(ctx: Say, { code, detail, path }: StepFault, about: About): string {
  if (code !== 'value_wrong') {
    const hasWord = NAMES_CODE.includes(code) && WITH_WORD.includes(detail)
    return ctx.text(`function.fault.${code}`, {
      detail: hasWord ? ctx.text(`function.word.${detail}`) : detail,
    })
  }
  const [rule = '', ...rest] = detail.split(' ')
  return ctx.text(`fault.${rule}`, { field: fieldWords(about, path), detail: rest.join(' ') })
}

const NOTHING: About = { parameters: [] }

export function told(ctx: Say, fault: StepFault, about: About = NOTHING): FunctionFault {
  return { path: fault.path, code: fault.code, msg: wordsOf(ctx, fault, about) }
}

export function refuseFaults(ctx: Say, faults: readonly StepFault[], definition: FunctionDefinition): void {
  const [first] = faults
  if (first === undefined) return
  throw new AppError(customFunctionErrors.function_invalid, {
    field: `definition.${first.path}`,
    params: { count: faults.length },
    details: { faults: faults.map((fault) => told(ctx, fault, definition)) },
  })
}

export function refuseParams(ctx: Say, faults: readonly StepFault[], about: About): void {
  const [first] = faults
  if (first === undefined) return
  throw new AppError(customFunctionErrors.parameters_invalid, {
    field: first.path,
    params: { msg: wordsOf(ctx, first, about) },
    details: { faults: faults.map((fault) => told(ctx, fault, about)) },
  })
}
