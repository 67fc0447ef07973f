import { useKitText } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { PickerOption } from './picker-option.ts'
import { Picker } from './picker.tsx'

/** Narrows a list to one choice; '' asks for all. Its slot keeps its width whatever is chosen. */
export function FilterPicker(props: {
  label: string
  value: string
  options: readonly PickerOption[]
  onChange: (value: string) => void
}): ReactNode {
  const t = useKitText()
  const { value, options } = props
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Picker
      isSlot
      label={props.label}
      value={value}
      options={[
        ...(value === '' ? [] : [{ value: '', label: t('any') }]),
        // An address may name what is no choice, or no choice yet.
        ...(isKnown ? [] : [{ value, label: value }]),
        ...options,
      ]}
      onChange={props.onChange}
    />
  )
}
