import {
  Allowed,
  LEVEL_MESSAGE_MS,
  kitText,
  openDialog,
  textOf,
  toast,
  useScope,
  useTexts,
} from '@qd/web-kit'
import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { newUser } from '../contract/index.ts'
import { AddPlayerForm } from './add-player-form.tsx'
import styles from './players.module.css'
import './texts.ts'

/** Opens the dialog when a server is chosen; else says 请选择区服 and sends nothing (S5.04). */
export function openAddPlayer(): void {
  const { sId, lineId } = useScope.getState()
  if (sId === 0) return toast.warning(kitText('scope.choose.server'), LEVEL_MESSAGE_MS)
  openDialog(({ close }) => <AddPlayerForm sId={sId} lineId={lineId} onClose={close} />, {
    tab: null,
    title: textOf('players', 'add.title'),
    width: 440,
  })
}

/** 添加用户 in the top bar, for those who may. */
export function AddPlayerButton(): ReactNode {
  const t = useTexts('players')
  const button = (
    <Button
      className={styles.opener}
      title={t('add.button')}
      icon={<UserPlus size={15} aria-hidden />}
      onClick={openAddPlayer}
    >
      {t('add.button')}
    </Button>
  )
  const { permission } = newUser
  return typeof permission === 'string' ? button : <Allowed permission={permission}>{button}</Allowed>
}
