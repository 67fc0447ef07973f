import { goTo, useKitText, useTexts } from '@qd/web-base'
import { simulatorConnect } from '@qd/simulator/contract'
import { playerAddress, useMay, useScope } from '@qd/web-calls'
import type { ActionSpec } from '@qd/web-calls'
import { CopyButton, DialogActions, copyAloud } from '@qd/web-frame'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NewUserReply } from '../contract/index.ts'
import styles from './players.module.css'
import { readRefusal } from './read-refusal.ts'
import type { Unregistered } from './register-tests.ts'

/** Goes to the player's home; the page is loaded anew (S2.27). */
export function goHomeWith(uId: string): void {
  window.location.hash = `#${playerAddress({ uId, game: useScope.getState().game })}`
  window.location.reload()
}

/** Goes to the simulator, which enters as the player; the page is loaded anew (S2.27). */
function openSimulatorWith(uId: string): void {
  window.location.hash = `#/mock?enter=${uId}`
  window.location.reload()
}

const CONNECT: ActionSpec = { permission: simulatorConnect, level: 2, target: () => ({}) }

/** Players of the batch that were not made, each with the game's reason. */
function FailedPlayers({ failed }: { failed: NewUserReply['failed'] }): ReactNode {
  const t = useTexts('players')
  if (failed.length === 0) return null
  return (
    <div className={styles.failures} role="alert">
      <p>{t('created.failed', { count: failed.length })}</p>
      <ul>
        {failed.map(({ code, msg, reqMsg }, index) => (
          <li key={index}>{readRefusal({ reqMsg }) ?? (msg === '' ? code : msg)}</li>
        ))}
      </ul>
    </div>
  )
}

/** What came of registering them as test accounts. */
function TestAccounts({ unregistered }: { unregistered: readonly Unregistered[] }): ReactNode {
  const t = useTexts('players')
  if (unregistered.length === 0) return <p role="status">{t('created.tests')}</p>
  return (
    <div className={styles.failures} role="alert">
      <p>{t('created.testsFailed')}</p>
      <ul>
        {unregistered.map(({ uId, text }) => (
          <li key={uId}>
            <code>{uId}</code> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CreatedProps {
  reply: NewUserReply
  /** Null: they were to be no test accounts. */
  unregistered: readonly Unregistered[] | null
  onClose: () => void
}

/** The success dialog: the new uIds, to copy and to go to. */
export function CreatedPlayers({ reply, unregistered, onClose }: CreatedProps): ReactNode {
  const t = useTexts('players')
  const kit = useKitText()
  const users = reply.users.length > 0 ? reply.users : [{ userId: reply.userId, name: '' }]
  const mayConnect = useMay(CONNECT)
  const copyAll = () => copyAloud(users.map(({ userId }) => userId).join('\n'))
  const open = (): void => {
    onClose()
    goTo(playerAddress({ uId: reply.userId, game: useScope.getState().game }))
  }
  return (
    <>
      <p className={styles.success}>
        <CircleCheck size={16} aria-hidden />
        <span>{t('created.text', { count: users.length })}</span>
      </p>
      <ul className={styles.created}>
        {users.map(({ userId, name }) => (
          <li key={userId}>
            <code className={styles.uId}>{userId}</code>
            <bdi className={styles.dim}>{name}</bdi>
            <CopyButton label={t('created.copyOne', { uId: userId })} text={userId} />
          </li>
        ))}
      </ul>
      <FailedPlayers failed={reply.failed} />
      {unregistered === null ? null : <TestAccounts unregistered={unregistered} />}
      <DialogActions>
        {users.length > 1 ? <Button onClick={() => void copyAll()}>{t('created.copyAll')}</Button> : null}
        <Button onClick={onClose}>{kit('close')}</Button>
        <Button onClick={() => goHomeWith(reply.userId)}>{t('created.goHome')}</Button>
        {mayConnect ? (
          <Button onClick={() => openSimulatorWith(reply.userId)}>{t('created.openSimulator')}</Button>
        ) : null}
        <Button type="primary" data-first-focus onClick={open}>
          {t('created.open')}
        </Button>
      </DialogActions>
    </>
  )
}
