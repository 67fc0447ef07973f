import { call, goTo, leaveSession, useSession, useTexts } from '@qd/web-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { getUserInfo } from '../../contract/index.ts'
import { EntryFrame } from '../entry-frame.tsx'
import { signOut } from '../sign-out.ts'
import '../texts.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

async function goOn(): Promise<void> {
  try {
    useSession.getState().setUserInfo(await call(getUserInfo, {}))
    goTo('/index')
  } catch {
    leaveSession()
  }
}

/** For whom an administrator asks for a second factor: nothing else opens before it is set up. */
export default function SecondFactorPage(): ReactNode {
  const t = useTexts('session')
  const user = useSession((state) => state.userInfo)
  if (user === null) return <Navigate to="/login" replace />
  if (user.session.kind !== 'pending') return <Navigate to="/index" replace />
  return (
    <EntryFrame title={t('factor.forcedTitle')} subtitle={t('factor.forcedHint')}>
      <SetUpSecondFactor asksPassword={false} onDone={() => void goOn()} />
      <Button type="text" block style={{ marginTop: 8 }} onClick={() => void signOut()}>
        {t('user.signOut')}
      </Button>
    </EntryFrame>
  )
}
