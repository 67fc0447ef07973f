import { textOf, useKitText } from '@qd/web-base'
import { Time } from '@qd/web-controls'
import { CopyButton, DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { OneTimeLinkView } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'
import styles from './users.module.css'

/** The whole address, as the person opens it: this console's own address and the path of the link. */
function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ''), `${location.origin}${location.pathname}`).href
}

function LinkView({ link, onClose }: { link: OneTimeLinkView; onClose: () => void }): ReactNode {
  const t = useAccountsTexts()
  const kit = useKitText()
  const address = addressOf(link.path)
  return (
    <>
      <div className={styles.link}>
        <code data-testid="one-time-link">{address}</code>
        <CopyButton text={address} label={t('link.copy')} />
      </div>
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
export function showLink(link: OneTimeLinkView, name: string): void {
  openDialog(({ close }) => <LinkView link={link} onClose={close} />, {
    title: textOf('accounts', 'link.title', { name }),
    width: 520,
    isDismissible: false,
  })
}
