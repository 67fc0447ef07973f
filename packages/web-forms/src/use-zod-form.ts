import { z } from '@qd/contract-kit'
import { useCallback, useId, useRef, useState } from 'react'
import { isCallError } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { useDialogClose, useMarkDialogDirty, useMarkUnsaved } from '@qd/web-frame'
import { valueAt, withValueAt } from './form-path.ts'
import { issueText } from './issue-text.ts'
import type { Issue } from './issue-text.ts'

type Schema = z.core.$ZodType

export interface ZodFormOptions<S extends Schema, R> {
  schema: S
  /** What the fields show first; a changed object later does not overwrite what was typed, `reset` does. */
  initial: z.input<S>
  /** Makes the call; a CallError with `field` appears at that field. */
  send: (values: z.output<S>) => Promise<R>
  onSent?: (reply: R, values: z.output<S>) => void
  /** Text of a rule the form's schema brings itself (`refine`); undefined: the usual one. */
  issueText?: (issue: Issue) => string | undefined
}

export interface ZodForm<V = unknown> {
  id: string
  values: V
  /** Error texts by dotted path. */
  errors: Readonly<Record<string, string>>
  /** What the server answered, when no field of the form is to blame. */
  failure: CallError | null
  isSending: boolean
  isDirty: boolean
  set: (name: string, value: unknown) => void
  /** Puts the fields back, or to other values, and takes the errors off. */
  reset: (values?: V) => void
  submit: () => void
  /** Fields in view; what the server says about others stands above the actions. */
  register: (name: string) => () => void
}

interface Outcome {
  errors: Readonly<Record<string, string>>
  failure: CallError | null
}

const FINE: Outcome = { errors: {}, failure: null }

function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
}

/** The registered field an error is about: the path itself or the nearest field above it. */
function fieldOf(names: ReadonlySet<string>, path: string): string | null {
  const keys = path.split('.')
  for (let length = keys.length; length > 0; length -= 1) {
    const name = keys.slice(0, length).join('.')
    if (names.has(name)) return name
  }
  return null
}

/** Puts the focus on a field that is wrong, once its error is drawn; who has gone on by then is left in peace. */
function focusField(formId: string, name: string): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === before || activeElement === document.body)
      document.getElementById(`${formId}-${name}`)?.focus()
  })
}

/** State of one form: values, errors at the fields, one send at a time. */
export function useZodForm<S extends Schema, R = unknown>(
  options: ZodFormOptions<S, R>,
): ZodForm<z.input<S>> {
  type V = z.input<S>
  const id = useId()
  const [base, setBase] = useState<V>(options.initial)
  const [values, setValues] = useState<V>(options.initial)
  const [outcome, setOutcome] = useState<Outcome>(FINE)
  const [isSending, setSending] = useState(false)
  // Two submits in one tick see the same state; only this notices the second.
  const sending = useRef(false)
  const names = useRef(new Set<string>())
  const isDirty = !isSame(values, base)
  useMarkUnsaved(isDirty ? 1 : 0)
  useMarkDialogDirty(isDirty)
  const closeDialog = useDialogClose()

  const set = useCallback((name: string, value: unknown) => {
    setValues((old) => withValueAt(old, name, value))
    setOutcome((old) => {
      if (old.errors[name] === undefined) return old
      const { [name]: _fixed, ...errors } = old.errors
      return { ...old, errors }
    })
  }, [])
  const reset = (next?: V) => {
    setBase(next ?? base)
    setValues(next ?? base)
    setOutcome(FINE)
  }
  const register = useCallback((name: string) => {
    names.current.add(name)
    return () => {
      names.current.delete(name)
    }
  }, [])

  const showErrors = (errors: Record<string, string>, failure: CallError | null) => {
    setOutcome({ errors, failure })
    const first = [...names.current].find((name) => errors[name] !== undefined)
    if (first !== undefined) focusField(id, first)
  }
  const refuse = (issues: readonly Issue[]) => {
    const errors: Record<string, string> = {}
    for (const issue of issues) {
      const path = issue.path.join('.')
      errors[fieldOf(names.current, path) ?? path] ??= options.issueText?.(issue) ?? issueText(issue, values)
    }
    showErrors(errors, null)
  }
  const fail = (error: unknown, sent: V) => {
    if (!isCallError(error)) throw error
    // They decided against it; what they typed stands. What was handed in is kept there, and done with here.
    if (error.code === 'aborted') {
      if (!error.isHandedIn) return
      setBase(sent)
      return closeDialog()
    }
    const name = error.field === undefined ? null : fieldOf(names.current, error.field)
    showErrors(name === null ? {} : { [name]: error.message }, name === null ? error : null)
  }
  const sendOnce = async (data: z.output<S>) => {
    const sent = values
    setSending(true)
    setOutcome(FINE)
    try {
      const reply = await options.send(data)
      setBase(sent)
      options.onSent?.(reply, data)
    } catch (error) {
      fail(error, sent)
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const submit = () => {
    if (sending.current) return
    const parsed = z.safeParse(options.schema, values)
    if (!parsed.success) return refuse(parsed.error.issues)
    sending.current = true
    void sendOnce(parsed.data)
  }
  return { id, values, ...outcome, isSending, isDirty, set, reset, submit, register }
}

/** The value a field shows. */
export function fieldValue(form: ZodForm, name: string): unknown {
  return valueAt(form.values, name)
}
