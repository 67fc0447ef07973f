import { checkValue, fieldNode, ownValue } from '@qd/protocol-model'
import type { Field, ProtocolDefinition } from '@qd/protocol-model'
import type { FunctionEntry } from '../../contract/index.ts'

export type Values = Readonly<Record<string, unknown>>
export type Parameter = FunctionEntry['parameters'][number]

/** What is wrong with a parameter: `code` of the protocol's check, or that it has no value yet. */
interface ParameterFault {
  code: string
  detail: string
  /** Dotted, from the parameter's name: `attach.0.itemId`. */
  place: string
}

const NO_TYPES: ProtocolDefinition = { diffInfos: {}, protocols: [] }

/** A declared parameter as the inputs take it: bounds of floats come as text from the wire. */
export function fieldOf(parameter: Parameter): Field {
  const { min, max, time, ...rest } = parameter
  const bound = (limit: string | undefined) =>
    limit === undefined ? undefined : rest.type === 'float' ? Number(limit) : limit
  return {
    ...rest,
    ...(min === undefined ? {} : { min: bound(min)! }),
    ...(max === undefined ? {} : { max: bound(max)! }),
    ...(time === 's' || time === 'ms' ? { time } : {}),
  }
}

/** What a form starts with: the defaults that are declared, empty lists, else nothing. */
export function startValues(parameters: readonly Parameter[]): Values {
  return Object.fromEntries(
    parameters.flatMap(({ fieldName, type, defaultVal }): [string, unknown][] => {
      if (defaultVal !== undefined && defaultVal !== null) return [[fieldName, defaultVal]]
      return type === 'array' ? [[fieldName, []]] : type === 'string' ? [[fieldName, '']] : []
    }),
  )
}

/** Old values put into a form whose parameters may have changed since: those that are gone are dropped. */
export function takenValues(parameters: readonly Parameter[], old: Values): Values {
  const known = new Set(parameters.map(({ fieldName }) => fieldName))
  const taken = Object.entries(old).filter(([name]) => known.has(name))
  return { ...startValues(parameters), ...Object.fromEntries(taken) }
}

/** Faults by parameter, as far as the page can tell; the server checks again. */
export function parameterFaults(
  parameters: readonly Parameter[],
  values: Values,
  protocol: ProtocolDefinition = NO_TYPES,
): ReadonlyMap<string, ParameterFault> {
  const faults = new Map<string, ParameterFault>()
  for (const parameter of parameters) {
    const { fieldName } = parameter
    const value = ownValue(values, fieldName)
    const node = fieldNode(protocol, fieldOf(parameter))
    if (value === undefined || value === null)
      faults.set(fieldName, { code: 'value_required', detail: '', place: fieldName })
    else if (node) {
      const fault = checkValue(protocol, node, { value, place: fieldName })
      if (fault) faults.set(fieldName, { code: fault.code, detail: fault.detail, place: fault.field })
    }
  }
  return faults
}

export function sensitiveNames(parameters: readonly Parameter[]): string[] {
  return parameters.filter(({ sensitive }) => sensitive === true).map(({ fieldName }) => fieldName)
}
