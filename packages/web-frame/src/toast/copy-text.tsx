import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './copy-text.module.css'

/** A text to take along, such as one that is shown this once, with the button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className={styles.text}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  )
}
