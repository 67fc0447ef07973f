import { useSession, useTexts } from '@qd/web-base'
import { Banner, useNow } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import '../texts.ts'
import { SignInAgain } from './sign-in-again-form.tsx'

/** How long before the end it is told. */
const WARN_MS = 10 * 60_000
const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 10_000

/** Tells that the session ends soon, and lets its user go on without leaving the page. */
export function SessionBanner(): ReactNode {
  const t = useTexts('session')
  const now = useNow(LOOK_EVERY_MS)
  const user = useSession((state) => state.userInfo)
  if (user === null || user.session.kind !== 'full') return null
  const left = user.session.expiresAt - now
  if (left <= 0 || left > WARN_MS) return null
  const open = () =>
    openDialog(({ close }) => <SignInAgain user={user} onDone={close} />, {
      title: t('again.title'),
      width: 420,
      isDismissible: false,
      // Not of the page in view: it is for all of them.
      tab: null,
    })
  return (
    <Banner
      tone="warn"
      icon={<Hourglass size={15} aria-hidden />}
      action={
        user.hasPassword ? (
          <Button size="small" onClick={open}>
            {t('again.open')}
          </Button>
        ) : null
      }
    >
      {t('again.soon', { count: Math.ceil(left / MINUTE_MS) })}
    </Banner>
  )
}
