import { useSend } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { MAIL_NAMED_MAX, mailPlayers } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { idsOf } from '../parts/lines-of.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

/** Type 2: players as pasted, with the names the game knows; what is no uId is named, and not saved. */
export function NamedBlock(props: { line: LineRef; state: MailDraftState; isReadOnly: boolean }): ReactNode {
  const t = useMailTexts()
  const { line, state, isReadOnly } = props
  const { playerObj } = state.draft
  const [text, setText] = useState(() => playerObj.map(({ id, roleId }) => id ?? roleId ?? '').join('\n'))
  const found = useSend(mailPlayers, { tag: 'mail:send.find', told: 'toast' })
  const typed = idsOf(text)
  const wrong = typed.filter((id) => !/^\d{1,19}$/.test(id) && !playerObj.some(({ roleId }) => roleId === id))
  const write = (next: string) => {
    setText(next)
    found.reset()
    const roles = new Map(playerObj.map((player) => [player.roleId ?? '', player]))
    const players = idsOf(next).flatMap((id) =>
      /^\d{1,19}$/.test(id) ? [{ id }] : roles.has(id) ? [roles.get(id)!] : [],
    )
    state.patch({ playerObj: players.slice(0, MAIL_NAMED_MAX) })
  }
  return (
    <>
      <Input.TextArea
        aria-label={t('send.named')}
        placeholder={t('send.named')}
        autoSize={{ minRows: 3, maxRows: 8 }}
        spellCheck={false}
        disabled={isReadOnly}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <div className={styles.row}>
        <Button
          size="small"
          disabled={playerObj.length === 0}
          loading={found.isPending}
          onClick={() => found.mutate({ query: atLine(line), body: { players: playerObj } })}
        >
          {t('send.find')}
        </Button>
        <span role="status">{t('list.players', { amount: playerObj.length })}</span>
      </div>
      <ul className={styles.list}>
        {wrong.map((id, index) => (
          <li key={index}>
            <code>{id}</code>
            <bdi>{t('player.wrong')}</bdi>
          </li>
        ))}
        {found.data?.list.map(({ given, sId, uId, name, state: known }, index) => (
          <li key={index}>
            <code>{uId ?? given.id ?? given.roleId}</code>
            <bdi>{name ?? ''}</bdi>
            <span>{known === 'asked' ? (sId === null ? '' : `S${sId}`) : t(`player.${known}`)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
