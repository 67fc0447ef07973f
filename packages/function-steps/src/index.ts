export { checkFunction } from './check-function.ts'
export type { KnownCommand, World } from './check-function.ts'
export { readParams } from './check-parameters.ts'
export type { Outcome } from './fault.ts'
export { nextAction, stopsAfterRead } from './next-action.ts'
export type { NextAction } from './next-action.ts'
export { nameOfKey, templateKey } from './plain.ts'
export { readSteps } from './read-steps.ts'
export { COMPARISONS, FUNCTION_LIMITS } from './steps.ts'
export type {
  ChangeTemplate,
  CommandStep,
  Comparison,
  Condition,
  MessageStep,
  PatchStep,
  ReadStep,
  Scope,
  Step,
  StepFault,
  StepFaultCode,
  Template,
} from './steps.ts'
