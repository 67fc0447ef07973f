import { Input } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import styles from './connection-form.module.css'
import { readRedisUrl } from './redis-url.ts'
import type { RedisUrl, RedisUrlFault } from './redis-url.ts'

/** An address given as a whole: pasted, or typed and ended, it fills the form and leaves the box with its password. */
export function UrlField({ onUrl }: { onUrl: (url: RedisUrl) => void }): ReactNode {
  const t = useRedisTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<RedisUrlFault | 'filled' | null>(null)
  const take = (given: string): boolean => {
    if (given.trim() === '') return false
    const read = readRedisUrl(given)
    if (read.ok) {
      onUrl(read.url)
      setText('')
    }
    setOutcome(read.ok ? 'filled' : read.fault)
    return read.ok
  }
  const isWrong = outcome !== null && outcome !== 'filled'
  return (
    <div className={styles.url}>
      <label htmlFor={id}>{t('connections.url.label')}</label>
      <Input
        id={id}
        className={styles.mono}
        placeholder="redis://user:password@host:6379/0"
        autoComplete="off"
        spellCheck={false}
        status={isWrong ? 'error' : ''}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setOutcome(null)
        }}
        onPaste={(event) => {
          if (text === '' && take(event.clipboardData.getData('text'))) event.preventDefault()
        }}
        onBlur={() => take(text)}
        onPressEnter={(event) => {
          event.preventDefault()
          take(text)
        }}
      />
      {outcome === null ? null : (
        <p role={isWrong ? 'alert' : 'status'} className={isWrong ? styles.fault : styles.filled}>
          {t(`connections.url.${outcome}`)}
        </p>
      )}
    </div>
  )
}
