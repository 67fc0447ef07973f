import { goTo, safeRedirect, useSession, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { finishOidc } from '../../contract/index.ts'
import { EntryFrame } from '../entry-frame.tsx'
import '../texts.ts'

async function finish(code: string, redirect: string): Promise<void> {
  try {
    useSession
      .getState()
      .signIn(await call(finishOidc, { body: { code } }, { tag: 'session:login.submit', told: 'place' }))
    goTo(redirect)
  } catch {
    goTo('/login?fault=oidc_expired')
  }
}

/** Where the browser lands after the identity provider: fetches the session its one-use code stands for. */
export default function SignedInPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    void finish(search.get('code') ?? '', safeRedirect(search.get('redirect')))
  }, [search])
  return (
    <EntryFrame title={t('login.title')} subtitle={t('login.subtitle')}>
      <p role="status">{t('login.finishing')}</p>
    </EntryFrame>
  )
}
