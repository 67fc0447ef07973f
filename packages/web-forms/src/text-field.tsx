import { Input } from 'antd'
import type { ReactNode } from 'react'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-frame.tsx'
import styles from './form.module.css'

export interface TextFieldProps extends FieldProps {
  placeholder?: string
  /** Codes, keys, addresses. */
  isMono?: boolean
  autoComplete?: string
  /** Stands inside, after the text: a unit. */
  unit?: ReactNode
  type?: 'text' | 'email' | 'url'
  /** Takes the focus when the dialog opens. */
  isFirst?: boolean
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
}

/** One line of text. */
export function TextField(props: TextFieldProps): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Input
          {...control}
          type={props.type ?? 'text'}
          className={props.isMono === true ? styles.mono : undefined}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          spellCheck={props.isMono === true ? false : undefined}
          suffix={props.unit}
          data-first-focus={props.isFirst === true ? '' : undefined}
          value={textOfValue(field.value)}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

/** Several lines of text; Enter breaks the line, ctrl or cmd + Enter sends. */
export function TextAreaField(
  props: FieldProps & { placeholder?: string; isMono?: boolean; rows?: number },
): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Input.TextArea
          {...control}
          className={props.isMono === true ? styles.mono : undefined}
          placeholder={props.placeholder}
          autoSize={{ minRows: props.rows ?? 3, maxRows: 16 }}
          value={textOfValue(field.value)}
          onChange={(event) => field.set(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

const WHOLE = /^-?\d+$/

/** What was typed as a number where it is one exactly; else the text, for the schema to refuse. */
function numberOf(text: string): number | string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const number = Number(typed)
  const isExact = Number.isFinite(number) && (!WHOLE.test(typed) || Number.isSafeInteger(number))
  return isExact && !/[.e]$/i.test(typed) ? number : typed
}

/** A number; `isBig` keeps 64-bit ids as text, so that no digit is lost. */
export function NumberField(
  props: FieldProps & { placeholder?: string; unit?: ReactNode; isBig?: boolean },
): ReactNode {
  return (
    <FieldFrame {...props}>
      {(field, control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className={styles.number}
          placeholder={props.placeholder}
          suffix={props.unit}
          value={textOfValue(field.value)}
          onChange={({ target }) =>
            field.set(props.isBig === true ? target.value.trim() : numberOf(target.value))
          }
        />
      )}
    </FieldFrame>
  )
}
