import { SETTINGS_KEY, readSettings, settingsOf, useSession, useSettings } from '@qd/web-base'
import { keep, useKept } from '@qd/web-frame'
import type { Settings } from '@qd/web-base'
import { useEffect } from 'react'

const textOf = (settings: Settings) => JSON.stringify(settingsOf(settings))

/**
 * Settings follow the user: what their account keeps takes effect here when it comes, and what they change here goes
 * to the account.
 */
export function useSettingsFollow(): void {
  const [kept] = useKept<unknown>(SETTINGS_KEY, null)
  useEffect(() => {
    if (kept === null) return
    const { change, ...now } = useSettings.getState()
    const next = { ...settingsOf(now), ...readSettings(kept) }
    if (textOf(next) !== textOf(now)) change(next)
  }, [kept])
  useEffect(
    () =>
      useSettings.subscribe((state, before) => {
        // What is put back after a sign-out is nobody's choice.
        const isSignedIn = useSession.getState().token !== ''
        if (isSignedIn && textOf(state) !== textOf(before)) keep(SETTINGS_KEY, settingsOf(state))
      }),
    [],
  )
}
