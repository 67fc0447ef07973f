import { createContext, useContext, useEffect } from 'react'
import { fieldValue } from './use-zod-form.ts'
import type { ZodForm } from './use-zod-form.ts'

export const FormContext = createContext<ZodForm | null>(null)

export function useForm(): ZodForm {
  const form = useContext(FormContext)
  if (form === null) throw new Error('a field stands outside a Form')
  return form
}

export interface FieldState {
  id: string
  value: unknown
  error: string | undefined
  set: (value: unknown) => void
}

/** A field's part of the form around it; for fields of a feature's own. */
export function useField(name: string): FieldState {
  const form = useForm()
  const { register } = form
  useEffect(() => register(name), [register, name])
  return {
    id: `${form.id}-${name}`,
    value: fieldValue(form, name),
    error: form.errors[name],
    set: (value) => form.set(name, value),
  }
}
