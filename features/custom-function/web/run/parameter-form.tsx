import { fieldNode } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { Tag } from '@qd/web-kit'
import { ValueInput } from '@qd/web-kit/fields'
import type { ReactNode } from 'react'
import { fieldOf, parameterFaults } from '../model/parameter-values.ts'
import type { Parameter, Values } from '../model/parameter-values.ts'
import { useFunctionTexts } from '../texts.ts'
import type { FunctionKey } from '../texts.ts'
import styles from './parameter-form.module.css'

const NO_TYPES: ProtocolDefinition = { diffInfos: {}, protocols: [] }

interface ParameterFormProps {
  parameters: readonly Parameter[]
  values: Values
  onChange: (values: Values) => void
  /** What the server said of single parameters. */
  refusals: Readonly<Record<string, string>>
  /** Types of the player data, for parameters of such a type. */
  protocol?: ProtocolDefinition
  isDisabled?: boolean
}

/** The limits of a parameter in a few words: `1 – 120 · 分钟`. */
function limitsOf({ min, max, unit, maxBytes }: Parameter): string {
  const range = min === undefined && max === undefined ? '' : `${min ?? ''} – ${max ?? ''}`.trim()
  return [range, maxBytes === undefined ? '' : `≤ ${maxBytes} B`, unit ?? ''].filter(Boolean).join(' · ')
}

/** Says what is wrong with a value, in the words the editor has for it. */
function useFaultText(): (code: string, detail: string) => string {
  const t = useFunctionTexts()
  return (code, detail) => {
    const known = ['value_required', 'wrong_type', 'out_of_int64', 'below_min', 'above_max', 'too_long']
    const key = known.includes(code) || code === 'not_a_choice' ? code : 'other'
    return t(`fault.${key}` as FunctionKey, { detail })
  }
}

/** The parameters of a function, each with the input that fits its type. */
export function ParameterForm(props: ParameterFormProps): ReactNode {
  const t = useFunctionTexts()
  const faultText = useFaultText()
  const { parameters, values, onChange, refusals, protocol = NO_TYPES } = props
  const faults = parameterFaults(parameters, values, protocol)
  if (parameters.length === 0) return <p className={styles.none}>{t('parameters.none')}</p>
  return (
    <div className={styles.form}>
      {parameters.map((parameter) => {
        const { fieldName, name, comment, sensitive } = parameter
        const node = fieldNode(protocol, fieldOf(parameter))
        const fault = faults.get(fieldName)
        const isMissing = fault?.code === 'value_required'
        const said = refusals[fieldName] ?? (fault && !isMissing ? faultText(fault.code, fault.detail) : null)
        const limits = limitsOf(parameter)
        return (
          <div key={fieldName} className={styles.field} data-wide={node?.kind !== 'scalar'}>
            <span className={styles.label}>
              {name === '' ? fieldName : name} <code className={styles.proto}>{fieldName}</code>
              {isMissing ? <span className={styles.required}>{t('parameters.required')}</span> : null}
              {sensitive === true ? <Tag tone="error">{t('parameters.sensitive')}</Tag> : null}
            </span>
            {node === null ? (
              <p className={styles.unknown}>{t('parameters.unknownType', { type: parameter.type })}</p>
            ) : (
              <ValueInput
                protocol={protocol}
                node={node}
                label={`${name} ${fieldName}`.trim()}
                place={fieldName}
                value={values[fieldName]}
                faultAt={(place) => (place === fieldName ? said : null)}
                isReadOnly={props.isDisabled}
                onChange={(value) => onChange({ ...values, [fieldName]: value })}
              />
            )}
            {comment === '' && limits === '' ? null : (
              <p className={styles.help}>{[comment, limits].filter(Boolean).join(' · ')}</p>
            )}
          </div>
        )
      })}
    </div>
  )
}
