import { AppError } from '@qd/contract-kit'
import type { StepFault } from '@qd/function-steps'
import type { CallContext } from '@qd/server-kit'
import { customFunctionErrors } from '../contract/index.ts'
import type { FunctionFault } from '../contract/index.ts'

type Say = Pick<CallContext, 'text'>

/** `value_wrong` carries the code and limit of the data rules: `above_max 100`. */
function wordsOf(ctx: Say, { code, detail, path }: StepFault): string {
  if (code !== 'value_wrong') return ctx.text(`function.fault.${code}`, { detail })
  const [rule = '', ...rest] = detail.split(' ')
  return ctx.text(`fault.${rule}`, { field: path, detail: rest.join(' ') })
}

export function told(ctx: Say, fault: StepFault): FunctionFault {
  return { path: fault.path, code: fault.code, msg: wordsOf(ctx, fault) }
}

export function refuseFaults(ctx: Say, faults: readonly StepFault[]): void {
  const [first] = faults
  if (first === undefined) return
  throw new AppError(customFunctionErrors.function_invalid, {
    field: `definition.${first.path}`,
    params: { count: faults.length },
    details: { faults: faults.map((fault) => told(ctx, fault)) },
  })
}

export function refuseParams(ctx: Say, faults: readonly StepFault[]): void {
  const [first] = faults
  if (first === undefined) return
  throw new AppError(customFunctionErrors.parameters_invalid, {
    field: first.path,
    params: { msg: wordsOf(ctx, first) },
    details: { faults: faults.map((fault) => told(ctx, fault)) },
  })
}
