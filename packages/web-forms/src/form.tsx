import { useIsPreview } from '@qd/web-base'
import { ConfigProvider } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { FormContext } from './form-context.ts'
import styles from './form.module.css'
import type { ZodForm } from './use-zod-form.ts'

/** Holds the fields; Enter sends, in a text area ctrl or cmd + Enter. */
export function Form<V>(props: { form: ZodForm<V>; children: ReactNode; className?: string }): ReactNode {
  const { form, children, className } = props
  const isPreview = useIsPreview()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.submit()
  }
  return (
    <FormContext value={form as ZodForm}>
      <form
        className={`${styles.form} ${className ?? ''}`}
        noValidate
        aria-busy={form.isSending}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          form.submit()
        }}
      >
        {/* What a role sees in a preview is not typed into: nothing of it can be sent. */}
        <ConfigProvider componentDisabled={isPreview}>{children}</ConfigProvider>
      </form>
    </FormContext>
  )
}
