import { textOf } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FirstLoad, IconButton } from '@qd/web-controls'
import { ErrorState, openDialog, toast, useMarkDialogDirty } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  mailWords,
  mailWordsSet,
  testAccountAdd,
  testAccountList,
  testAccountRemove,
} from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { linesOf } from '../parts/lines-of.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import styles from './line-dialog.module.css'

function AccountPart({ line }: { line: LineRef }): ReactNode {
  const t = useMailTexts()
  const query = atLine(line)
  const [uId, setUId] = useState('')
  const [label, setLabel] = useState('')
  const { data, error, refetch } = useCall(
    testAccountList,
    { query },
    { tag: 'mail:accounts.title', told: 'inline' },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const add = async () => {
    const body = { uId: uId.trim(), label: label.trim() }
    await call(testAccountAdd, { query, body }, { tag: 'mail:accounts.add', told: 'toast' })
    setUId('')
    setLabel('')
    await refetch()
  }
  const remove = async (id: string) => {
    await call(testAccountRemove, { query, body: { uId: id } }, { tag: 'mail:remove', told: 'toast' })
    await refetch()
  }
  return (
    <section className={styles.part}>
      <h3>{t('accounts.title')}</h3>
      {data === undefined ? <FirstLoad /> : null}
      {data?.list.length === 0 ? <p className={styles.none}>{t('accounts.none')}</p> : null}
      <ul>
        {data?.list.map((account) => (
          <li key={account.uId}>
            <code>{account.uId}</code>
            <bdi>{account.label}</bdi>
            <IconButton isSmall label={t('remove')} onClick={() => quietly(remove(account.uId))}>
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <Input
          aria-label="uId"
          placeholder="uId"
          value={uId}
          onChange={({ target }) => setUId(target.value)}
        />
        <Input
          aria-label={t('accounts.label')}
          placeholder={t('accounts.label')}
          maxLength={60}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <Button disabled={!/^\d{1,19}$/.test(uId.trim())} onClick={() => quietly(add())}>
          {t('accounts.add')}
        </Button>
      </div>
    </section>
  )
}

function WordPart({ line }: { line: LineRef }): ReactNode {
  const t = useMailTexts()
  const query = atLine(line)
  const [typed, setTyped] = useState<string | null>(null)
  const { data, error, refetch } = useCall(mailWords, { query }, { tag: 'mail:words.title', told: 'inline' })
  useMarkDialogDirty(typed !== null)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <FirstLoad />
  const save = async () => {
    const body = { words: linesOf(typed ?? ''), revision: data.revision }
    await call(mailWordsSet, { query, body }, { tag: 'mail:words.title', told: 'toast' })
    await refetch()
    setTyped(null)
    toast.success(t('saved'))
  }
  return (
    <section className={styles.part}>
      <h3>{t('words.title')}</h3>
      <Input.TextArea
        aria-label={t('words.title')}
        placeholder={t('words.hint')}
        autoSize={{ minRows: 4, maxRows: 10 }}
        value={typed ?? data.words.join('\n')}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button disabled={typed === null} onClick={() => quietly(save())}>
        {t('saveWords')}
      </Button>
    </section>
  )
}

/** Accounts that test mails of the line go to, and words that none of its mails may have. */
export function openLineDialog(line: LineRef): void {
  openDialog(
    () => (
      <>
        <AccountPart line={line} />
        <WordPart line={line} />
      </>
    ),
    { title: textOf('mail', 'accounts.open'), width: 560 },
  )
}
