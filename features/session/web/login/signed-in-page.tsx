import { goTo, safeRedirect, useSession, useTexts } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ErrorState } from '@qd/web-frame'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { finishOidc, signInByLink } from '../../contract/index.ts'
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

/** Gives why not; null when it went well, or when the link was used in this browser before. */
async function finishByLink(code: string, redirect: string): Promise<CallError | null> {
  const { signIn, token } = useSession.getState()
  try {
    signIn(await call(signInByLink, { body: { code } }, { tag: 'session:login.submit', told: 'place' }))
  } catch (error) {
    if (token === '') return error as CallError
  }
  goTo(redirect)
  return null
}

/**
 * Where the browser lands after the identity provider, or by a link of the terminal: fetches the session its one-use
 * code stands for.
 */
export default function SignedInPage(): ReactNode {
  const t = useTexts('session')
  const [search] = useSearchParams()
  const isSent = useRef(false)
  const [error, setError] = useState<CallError | null>(null)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const redirect = safeRedirect(search.get('redirect'))
    const link = search.get('link')
    if (link === null) void finish(search.get('code') ?? '', redirect)
    else void finishByLink(link, redirect).then(setError)
  }, [search])
  return (
    <EntryFrame title={t('login.title')} subtitle={t('login.subtitle')}>
      {error === null ? <p role="status">{t('login.finishing')}</p> : <ErrorState error={error} />}
    </EntryFrame>
  )
}
