import { openDialog } from '@qd/web-frame'
import { Input } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './save-dialogs.module.css'
import { DialogForm } from './use-run.tsx'

interface AskedText {
  title: string
  label: string
  hint?: string
  initial: string
  action: string
  /** What is wrong with it in words; empty: nothing. */
  wrong?: (text: string) => string
  run: (text: string) => Promise<unknown>
}

function TextQuestion(props: AskedText & { onClose: () => void }): ReactNode {
  const id = useId()
  const [text, setText] = useState(props.initial)
  const wrong = props.wrong?.(text) ?? ''
  return (
    <DialogForm
      action={props.action}
      isDisabled={text === props.initial || wrong !== ''}
      run={() => props.run(text)}
      onClose={props.onClose}
    >
      <label className={styles.field} htmlFor={id}>
        {props.label}
        <Input
          id={id}
          data-first-focus
          className={styles.mono}
          status={wrong === '' || text === props.initial ? '' : 'error'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {props.hint === undefined ? null : <p className={styles.hint}>{props.hint}</p>}
      {wrong === '' || text === props.initial ? null : <p className={styles.warning}>{wrong}</p>}
    </DialogForm>
  )
}

/** Asks for one text and does something with it. */
export function openAskText(asked: AskedText): void {
  openDialog(({ close }) => <TextQuestion {...asked} onClose={close} />, { title: asked.title, width: 480 })
}
