import { textOf, useTexts } from '@qd/web-base'
import { useAction, useScope } from '@qd/web-calls'
import { openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { newUser } from '../contract/index.ts'
import { AddPlayerForm } from './add-player-form.tsx'
import styles from './players.module.css'
import './texts.ts'

function openAddPlayer(): void {
  const { sId, lineId } = useScope.getState()
  openDialog(({ close }) => <AddPlayerForm sId={sId} lineId={lineId} onClose={close} />, {
    tab: null,
    title: textOf('players', 'add.title'),
    width: 440,
  })
}

/** 添加用户 in the top bar, for those who may; without a server it says 请选择区服 and sends nothing (S5.04). */
export function AddPlayerButton(): ReactNode {
  const t = useTexts('players')
  const { isAllowed, run } = useAction(newUser)
  if (!isAllowed) return null
  return (
    <Button
      className={styles.opener}
      title={t('add.button')}
      icon={<UserPlus size={15} aria-hidden />}
      onClick={() => run(openAddPlayer)}
    >
      {t('add.button')}
    </Button>
  )
}
