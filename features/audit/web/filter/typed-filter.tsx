import { Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'

interface TypedFilterProps {
  label: string
  value: string
  onChange: (value: string) => void
  width: number
}

/** A filter that is typed (keyed by its value, which a link may set too): asked for on Enter or when the field is left, not at every letter. */
export function TypedFilter({ label, value, onChange, width }: TypedFilterProps): ReactNode {
  const [typed, setTyped] = useState(value)
  const settle = (text: string) => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <Input
      aria-label={label}
      placeholder={label}
      value={typed}
      allowClear
      maxLength={200}
      style={{ width }}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') settle('')
      }}
      onPressEnter={() => settle(typed)}
      onBlur={() => settle(typed)}
    />
  )
}
