import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { callFunction } from '../../../contract/index.ts'
import { mayEdit } from '../../keys/may-edit.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import styles from './functions.module.css'

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

interface TryProps {
  database: OpenDatabase
  name: string
  flags: readonly string[]
}

function TryForm({ database, name, flags }: TryProps): ReactNode {
  const t = useRedisTexts()
  const [keys, setKeys] = useState('')
  const [args, setArgs] = useState('')
  const writes = !flags.includes('no-writes')
  const [isReadOnly, setReadOnly] = useState(!writes)
  const [answer, setAnswer] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const refused = mayEdit(database)
  // Somebody without the right sends no script; on a read-only connection only what cannot write.
  const isClosed = refused === 'noRight' || (refused === 'readOnly' && !isReadOnly)
  const run = async (): Promise<void> => {
    setSending(true)
    try {
      const body = { ...bodyOf(database), name, keys: linesOf(keys), args: linesOf(args), isReadOnly }
      const { reply } = await call(
        callFunction,
        { body },
        { tag: 'redis:topics.functions.try', told: 'toast' },
      )
      setAnswer(JSON.stringify(reply, null, 2))
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={styles.form}>
      <label>
        {t('topics.functions.keys')}
        <Input.TextArea
          className="qd-mono"
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={keys}
          onChange={({ target }) => setKeys(target.value)}
        />
      </label>
      <label>
        {t('topics.functions.args')}
        <Input.TextArea
          className="qd-mono"
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={args}
          onChange={({ target }) => setArgs(target.value)}
        />
      </label>
      <Checkbox checked={isReadOnly} onChange={({ target }) => setReadOnly(target.checked)}>
        {t('topics.functions.readOnly')}
      </Checkbox>
      {isClosed ? <p className={styles.note}>{t(`topics.pubsub.${refused}`)}</p> : null}
      {answer === null ? null : (
        <pre className={styles.answer} aria-label={t('topics.functions.answer')}>
          {answer}
        </pre>
      )}
      <DialogActions>
        <Button type="primary" disabled={isClosed} loading={isSending} onClick={() => void run()}>
          {t('topics.functions.run')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Calls a function with keys and arguments, and shows what it answers. */
export function openTry(given: TryProps): void {
  openDialog(() => <TryForm {...given} />, {
    title: redisText('topics.functions.tryTitle', { name: given.name }),
    width: 560,
  })
}
