import { goTo, safeRedirect, useSession, useTexts } from '@qd/web-base'
import { call, leaveSession, takeRights } from '@qd/web-calls'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { getUserInfo } from '../../contract/index.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { signOut } from '../sign-out.ts'
import '../texts.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

async function goOn(path: string): Promise<void> {
  try {
    takeRights(await call(getUserInfo, {}, { tag: 'session:factor.title', told: 'toast' }))
    goTo(path)
  } catch {
    leaveSession()
  }
}

/** For whom an administrator asks for a second factor: nothing else opens before it is set up. */
export default function SecondFactorPage(): ReactNode {
  const t = useTexts('session')
  const user = useSession((state) => state.userInfo)
  const [search] = useSearchParams()
  const next = safeRedirect(search.get('redirect'))
  if (user === null) return <Navigate to="/login" replace />
  if (user.session.kind !== 'pending') return <Navigate to={next} replace />
  return (
    <EntryFrame title={t('factor.forcedTitle')} subtitle={t('factor.forcedHint')}>
      <SetUpSecondFactor onDone={() => void goOn(next)} />
      <Button type="text" block style={{ marginTop: 8 }} onClick={signOut}>
        {t('user.signOut')}
      </Button>
    </EntryFrame>
  )
}
