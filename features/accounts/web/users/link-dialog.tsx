import { textOf, useKitText } from '@qd/web-base'
import { Time } from '@qd/web-controls'
import { CopyText, DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import type { OneTimeLinkView, userInvite } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'
import styles from './users.module.css'

/** The whole address, as the person opens it: this console's own address and the path of the link. */
function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), `${location.origin}${location.pathname}`).href
}

/** Where the link went besides, if it was to. */
interface LinkMail {
  mail: RouteReply<typeof userInvite>['mail']
  email: string
}

interface LinkViewProps {
  link: OneTimeLinkView
  mailed: LinkMail
  onClose: () => void
}

function LinkView({ link, mailed: { mail, email }, onClose }: LinkViewProps): ReactNode {
  const t = useAccountsTexts()
  const kit = useKitText()
  const address = addressOf(link.path)
  return (
    <>
      {mail === 'off' ? null : (
        <p className={styles.mailed} data-mail={mail} role="status">
          {t(`link.mail.${mail}`, { email })}
        </p>
      )}
      <CopyText text={address} label={t('link.copy')} />
      <p className={styles.hint}>
        {t('link.once')} {t('link.until')} <Time at={link.expiresAt} />
      </p>
      <DialogActions>
        <Button type="primary" onClick={onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Shows a one-time link, this once. */
export function showLink(
  link: OneTimeLinkView,
  name: string,
  mailed: LinkMail = { mail: 'off', email: '' },
): void {
  openDialog(({ close }) => <LinkView link={link} mailed={mailed} onClose={close} />, {
    title: textOf('accounts', 'link.title', { name }),
    width: 520,
    isDismissible: false,
  })
}
