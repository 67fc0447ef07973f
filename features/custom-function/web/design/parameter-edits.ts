import { readValue } from '../model/formula.ts'
import type { ParameterDraft } from './definition.ts'

/** Properties of a parameter that are typed as text. */
export type TextKey = 'name' | 'fieldName' | 'comment' | 'min' | 'max' | 'unit' | 'dataProvider' | 'itemType'

/** The parameter with a text set; one that may be missing is left out when it is empty. */
export function withText(parameter: ParameterDraft, key: TextKey, text: string): ParameterDraft {
  const { [key]: _old, ...rest } = parameter
  const isNeeded = key === 'name' || key === 'fieldName' || key === 'comment'
  return (text === '' && !isNeeded ? rest : { ...parameter, [key]: text }) as ParameterDraft
}

/** The parameter with a limit of bytes; what is no whole number sets none. */
export function withMaxBytes(parameter: ParameterDraft, text: string): ParameterDraft {
  const { maxBytes: _old, ...rest } = parameter
  return /^[1-9]\d{0,6}$/.test(text) ? { ...rest, maxBytes: Number(text) } : rest
}

/** The parameter with another type, without what only its old one knew. */
export function withType(parameter: ParameterDraft, type: string): ParameterDraft {
  const { itemType: _itemType, defaultVal: _defaultVal, maxBytes: _maxBytes, ...rest } = parameter
  const { min: _min, max: _max, unit: _unit, ...plain } = rest
  const isNumber = type === 'int' || type === 'float'
  return { ...(isNumber ? rest : plain), type, ...(type === 'array' ? { itemType: 'int' } : {}) }
}

/** The parameter with a default value; what cannot be read changes nothing. */
export function withDefault(parameter: ParameterDraft, text: string): ParameterDraft {
  const { defaultVal: _old, ...rest } = parameter
  if (text === '') return rest
  const found = readValue(text, parameter.type === 'string')
  return found.ok ? { ...rest, defaultVal: found.value } : parameter
}
