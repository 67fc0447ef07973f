import { useSend } from '@qd/web-calls'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { approvalComment } from '../../contract/index.ts'
import { refreshRequests } from '../request/use-request-items.tsx'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

/** A line to say something about a request. */
export function CommentBox({ id }: { id: string }): ReactNode {
  const t = useApprovalsTexts()
  const [text, setText] = useState('')
  const send = useSend(approvalComment, { tag: 'approvals:comment.title', told: 'toast' })
  const submit = async () => {
    if (text.trim() === '') return
    await send.mutateAsync({ body: { id, text } })
    setText('')
    refreshRequests()
  }
  return (
    <form
      className={styles.comment}
      onSubmit={(event) => {
        event.preventDefault()
        void submit().catch(() => undefined)
      }}
    >
      <Input
        aria-label={t('comment.placeholder')}
        placeholder={t('comment.placeholder')}
        data-comment={id}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() === '' ? null : (
        <Button htmlType="submit" type="primary" loading={send.isPending}>
          {t('comment.send')}
        </Button>
      )}
    </form>
  )
}
