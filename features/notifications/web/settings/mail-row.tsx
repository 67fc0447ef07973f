import type { RouteReply } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Item } from '@qd/web-controls'
import { openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailRemove } from '../../contract/index.ts'
import type { notificationSettings } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import { openCodeDialog, openMailDialog } from './mail-dialog.tsx'

type MailState = RouteReply<typeof notificationSettings>['mail']

function askRemoval(address: string, onChanged: () => void): void {
  openConfirm({
    title: textOf('notifications', 'settings.removeMail'),
    text: textOf('notifications', 'settings.removeMailAsk', { address }),
    action: textOf('notifications', 'settings.removeMail'),
    run: async () => {
      await call(mailRemove, { body: {} }, { tag: 'notifications:settings.removeMail', told: 'form' })
      toast.success(textOf('notifications', 'settings.mailRemoved'))
      onChanged()
    },
  })
}

/** Where mail goes; an address counts once its code was typed. */
export function MailRow({ mail, onChanged }: { mail: MailState; onChanged: () => void }): ReactNode {
  const t = useNotificationsTexts()
  const { isOn, address, waiting, refusedAt } = mail
  return (
    <Item
      isAlone
      icon={<Mail size={15} aria-hidden />}
      title={address === '' ? t('settings.noMail') : address}
      buttons={
        <>
          {isOn && waiting !== '' ? (
            <Button size="small" type="primary" onClick={() => openCodeDialog(waiting, onChanged)}>
              {t('settings.typeCode')}
            </Button>
          ) : null}
          {isOn ? (
            <Button size="small" onClick={() => openMailDialog(onChanged)}>
              {t(address === '' ? 'settings.addMail' : 'settings.changeMail')}
            </Button>
          ) : null}
          {address === '' ? null : (
            <Button size="small" danger onClick={() => askRemoval(address, onChanged)}>
              {t('settings.removeMail')}
            </Button>
          )}
        </>
      }
    >
      <span>
        {!isOn
          ? t('settings.mailOff')
          : waiting !== ''
            ? t('settings.mailWaiting', { address: waiting })
            : refusedAt !== null
              ? t('settings.mailRefused')
              : t('settings.mailHint')}
      </span>
    </Item>
  )
}
