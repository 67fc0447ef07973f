import { Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'
import styles from './form.module.css'
import { useClearable } from './use-clearable.tsx'

export interface ChoiceOption {
  value: string | number
  label: string
  isDisabled?: boolean
}

interface ChoiceProps extends FieldProps {
  options: readonly ChoiceOption[]
  placeholder?: string
  /** May be emptied again. */
  isClearable?: boolean
  isLoading?: boolean
}

function useSelectProps(props: ChoiceProps) {
  const clearable = useClearable()
  return {
    options: props.options.map(({ value, label, isDisabled }) => ({ value, label, disabled: isDisabled })),
    placeholder: props.placeholder,
    allowClear: props.isClearable === true ? clearable : false,
    loading: props.isLoading === true,
    showSearch: { optionFilterProp: 'label' },
    className: styles.wide,
  }
}

/** One of many; typing searches. */
export function SelectField(props: ChoiceProps): ReactNode {
  const select = useSelectProps(props)
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Select<string | number>
          {...control}
          {...select}
          value={field.value as string | number | undefined}
          onChange={(value) => field.set(value)}
        />
      )}
    </FieldFrame>
  )
}

/** Several of many. */
export function MultiSelectField(props: ChoiceProps): ReactNode {
  const select = useSelectProps(props)
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Select<(string | number)[]>
          {...control}
          {...select}
          mode="multiple"
          value={(field.value as (string | number)[] | undefined) ?? []}
          onChange={(value) => field.set(value)}
        />
      )}
    </FieldFrame>
  )
}

/** Several short texts of one's own: each is typed and ended with Enter, a comma or a semicolon. */
export function TextListField(props: FieldProps & { placeholder?: string }): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Select<string[]>
          {...control}
          mode="tags"
          open={false}
          suffixIcon={null}
          className={styles.wide}
          placeholder={props.placeholder}
          tokenSeparators={[',', '，', ';', '；']}
          value={(field.value as string[] | undefined) ?? []}
          onChange={(value) => field.set(value.map((each) => each.trim()).filter((each) => each !== ''))}
        />
      )}
    </FieldFrame>
  )
}

/** On or off. */
export function SwitchField(props: FieldProps): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Switch
          {...control}
          className={styles.switch}
          checked={field.value === true}
          onChange={(isOn) => field.set(isOn)}
        />
      )}
    </FieldFrame>
  )
}
