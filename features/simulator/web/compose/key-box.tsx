import type { FieldType } from '@qd/proto-wire'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSimulatorTexts } from '../texts.ts'
import styles from './compose.module.css'
import { useTyped } from './form-context.ts'

/** The key of an entry; taken over when it is left, because a new key may move its entry to another place. */
export function KeyBox(props: {
  field: FieldType
  path: string
  value: string
  taken: readonly string[]
  onChange: (key: string) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const { field, path, value, taken, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useTyped(`${path} key`)
  const take = (): void => {
    const text = typed ?? wrong?.text ?? value
    const isTwice = text !== value && taken.includes(text)
    setWrong(isTwice ? { text, code: 'key_twice', at: 0 } : null)
    setTyped(null)
    if (!isTwice && text !== value) onChange(text)
  }
  return (
    <input
      className={styles.key}
      aria-label={t('page.form.key', { name: field.name })}
      aria-invalid={wrong !== null}
      value={typed ?? wrong?.text ?? value}
      spellCheck={false}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => {
        // Before the page hears of it: Ctrl and Enter send what stands here.
        if (key === 'Enter') flushSync(take)
      }}
      onBlur={take}
    />
  )
}
