import { fieldNode, ownValue } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { LoadingRows, Tag } from '@qd/web-controls'
import { ValueInput, groupDigits, isRoomyText, rangeText } from '@qd/web-controls/fields'
import type { ReactNode } from 'react'
import { fieldOf, parameterFaults } from '../model/parameter-values.ts'
import { hasOwnType, useProtocol } from '../place/use-protocol.ts'
import { useFunctionHome } from '../place/function-home.ts'
import type { Parameter, Values } from '../model/parameter-values.ts'
import { useFunctionTexts } from '../texts.ts'
import type { FunctionKey } from '../texts.ts'
import styles from './parameter-form.module.css'

const NO_TYPES: ProtocolDefinition = { diffInfos: {}, protocols: [] }

interface ParameterFormProps {
  parameters: readonly Parameter[]
  values: Values
  onChange: (values: Values) => void
  /** What the server said of single parameters, by place. */
  refusals: Readonly<Record<string, string>>
  isDisabled?: boolean
}

/** The limits of a parameter in a few words: `1–120 · 分钟`. */
function limitsOf({ min, max, unit, maxBytes }: Parameter): string {
  const range = rangeText({ min, max })
  return [range, maxBytes === undefined ? '' : `≤ ${maxBytes} B`, unit ?? ''].filter(Boolean).join(' · ')
}

/** Says what is wrong with a value, in the words the editor has for it. */
function useFaultText(): (code: string, detail: string) => string {
  const t = useFunctionTexts()
  return (code, detail) => {
    const known = ['value_required', 'wrong_type', 'out_of_int64', 'below_min', 'above_max', 'too_long']
    const key = known.includes(code) || code === 'not_a_choice' ? code : 'other'
    return t(`fault.${key}` as FunctionKey, { detail: groupDigits(detail) })
  }
}

interface OneProps extends Omit<ParameterFormProps, 'parameters'> {
  parameter: Parameter
  types: ReturnType<typeof useProtocol>
}

/** One parameter: its name, its input, what is wrong with it and its limits. */
function ParameterField(props: OneProps): ReactNode {
  const t = useFunctionTexts()
  const faultText = useFaultText()
  const { parameter, values, onChange, refusals, types } = props
  const { fieldName, name, comment, sensitive } = parameter
  const protocol = types.protocol ?? NO_TYPES
  const node = fieldNode(protocol, fieldOf(parameter))
  const fault = parameterFaults([parameter], values, protocol).get(fieldName)
  const isMissing = fault?.code === 'value_required' && fault.place === fieldName
  const faultAt = (place: string): string | null =>
    refusals[place] ?? (fault?.place === place && !isMissing ? faultText(fault.code, fault.detail) : null)
  // Lists and objects have no line of their own for what is wrong with them as a whole.
  const whole = node === null || node.kind === 'scalar' ? null : faultAt(fieldName)
  const limits = limitsOf(parameter)
  return (
    <div
      className={styles.field}
      data-wrong={fault !== undefined}
      data-wide={node?.kind !== 'scalar' || isRoomyText(parameter)}
    >
      <span className={styles.label}>
        {name === '' ? fieldName : name} <code className={styles.proto}>{fieldName}</code>
        {isMissing ? <span className={styles.required}>{t('parameters.required')}</span> : null}
        {sensitive === true ? <Tag tone="error">{t('parameters.sensitive')}</Tag> : null}
      </span>
      {node !== null ? (
        <ValueInput
          protocol={protocol}
          node={node}
          label={`${name} ${fieldName}`.trim()}
          place={fieldName}
          value={ownValue(values, fieldName)}
          faultAt={faultAt}
          isReadOnly={props.isDisabled}
          onChange={(value) => onChange({ ...values, [fieldName]: value })}
        />
      ) : types.isLoading ? (
        <LoadingRows rows={1} />
      ) : (
        <p className={styles.unknown}>
          {t('parameters.unknownType', { type: parameter.itemType ?? parameter.type })}
        </p>
      )}
      {whole === null ? null : (
        <p className={styles.unknown} role="alert">
          {whole}
        </p>
      )}
      {comment === '' && limits === '' ? null : (
        <p className={styles.help}>{[comment, limits].filter(Boolean).join(' · ')}</p>
      )}
    </div>
  )
}

/** The parameters of a function, each with the input that fits its type. */
export function ParameterForm({ parameters, ...each }: ParameterFormProps): ReactNode {
  const t = useFunctionTexts()
  const types = useProtocol(useFunctionHome(), parameters.some(hasOwnType))
  if (parameters.length === 0) return <p className={styles.none}>{t('parameters.none')}</p>
  return (
    <div className={styles.form}>
      {parameters.map((parameter) => (
        <ParameterField key={parameter.fieldName} {...each} parameter={parameter} types={types} />
      ))}
    </div>
  )
}
