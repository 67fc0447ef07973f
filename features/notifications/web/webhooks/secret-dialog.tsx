import { textOf, useKitText } from '@qd/web-base'
import { CopyText, DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNotificationsTexts } from '../texts.ts'

function Secret({ secret, close }: { secret: string; close: () => void }): ReactNode {
  const t = useNotificationsTexts()
  const kit = useKitText()
  return (
    <>
      <p>{t('webhooks.secretOnce')}</p>
      <CopyText text={secret} label={t('webhooks.copySecret')} />
      <DialogActions>
        <Button type="primary" onClick={close}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** The secret of a webhook, this once. */
export function showSecret(secret: string): void {
  openDialog(({ close }) => <Secret secret={secret} close={close} />, {
    title: textOf('notifications', 'webhooks.secret'),
    width: 480,
    isDismissible: false,
  })
}
