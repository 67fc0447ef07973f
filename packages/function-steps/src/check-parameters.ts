import { checkValue, fieldNode, isSafeName, isScalarType, parseField } from '@qd/protocol-model'
import type { Field, ProtocolDefinition } from '@qd/protocol-model'
import { FUNCTION_LIMITS } from './steps.ts'
import type { StepFault } from './steps.ts'

export interface CheckedParameters {
  parameters: ReadonlyMap<string, Field>
  faults: StepFault[]
}

/** The part of a parameter a refusal is about: `parameters.0.min is no number`. */
const PART = /^parameters\.\d+\.(\w+)/

function readParameter(input: unknown, path: string): Field | StepFault {
  let field: Field
  try {
    field = parseField(input, path)
  } catch (error) {
    const [, part] = PART.exec(error instanceof Error ? error.message : '') ?? []
    return { path: part === undefined ? path : `${path}.${part}`, code: 'parameter_wrong', detail: '' }
  }
  if (isSafeName(field.fieldName)) return field
  // Whoever designs a function chooses these names; the game's own may be any.
  return { path: `${path}.fieldName`, code: 'name_wrong', detail: field.fieldName }
}

function fieldFault(protocol: ProtocolDefinition, field: Field, path: string): StepFault | null {
  const node = fieldNode(protocol, field)
  if (node === null) {
    const type = field.type === 'array' ? (field.itemType ?? '') : field.type
    return isScalarType(type) ? null : { path, code: 'type_unknown', detail: type }
  }
  if (field.defaultVal === undefined) return null
  const fault = checkValue(protocol, node, { value: field.defaultVal, place: `${path}.defaultVal` })
  return fault && { path: fault.field, code: 'value_wrong', detail: `${fault.code} ${fault.detail}` }
}

/** Reads the fields of a form; those with a fault are named, and still known to what comes after. */
export function checkParameters(inputs: readonly unknown[], protocol: ProtocolDefinition): CheckedParameters {
  const parameters = new Map<string, Field>()
  const faults: StepFault[] = []
  if (inputs.length > FUNCTION_LIMITS.parameters) {
    faults.push({ path: 'parameters', code: 'too_large', detail: String(FUNCTION_LIMITS.parameters) })
  }
  for (const [index, input] of inputs.slice(0, FUNCTION_LIMITS.parameters).entries()) {
    const path = `parameters.${index}`
    const field = readParameter(input, path)
    if ('code' in field) {
      faults.push(field)
      continue
    }
    if (parameters.has(field.fieldName)) {
      faults.push({ path: `${path}.fieldName`, code: 'parameter_twice', detail: field.fieldName })
    }
    parameters.set(field.fieldName, field)
    const fault = fieldFault(protocol, field, path)
    if (fault !== null) faults.push(fault)
  }
  return { parameters, faults }
}

/**
 * The values a run goes with: what was given, else the default. Faults name `params.<fieldName>`; a value for
 * no parameter is one too.
 */
export function readParams(
  parameters: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  protocol: ProtocolDefinition,
): { params: Record<string, unknown>; faults: StepFault[] } {
  const faults: StepFault[] = Object.keys(given)
    .filter((name) => !parameters.some(({ fieldName }) => fieldName === name))
    .map((name) => ({ path: `params.${name}`, code: 'reference_unknown', detail: name }))
  const params: Record<string, unknown> = {}
  for (const field of parameters) {
    const { fieldName } = field
    const path = `params.${fieldName}`
    const value = (Object.hasOwn(given, fieldName) ? given[fieldName] : undefined) ?? field.defaultVal
    const node = fieldNode(protocol, field)
    if (value === undefined || value === null) {
      faults.push({ path, code: 'parameter_required', detail: field.name })
      continue
    }
    const fault = node && checkValue(protocol, node, { value, place: path })
    if (fault)
      faults.push({ path: fault.field, code: 'value_wrong', detail: `${fault.code} ${fault.detail}` })
    params[fieldName] = value
  }
  return { params, faults }
}
