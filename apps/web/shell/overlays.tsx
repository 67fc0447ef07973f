import { lazyPart } from '@qd/web-base'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { TypedAhead } from './palette/typed-ahead.tsx'
import { closeOverlay, useShellState } from './shell-state.ts'

const SettingsDrawer = lazyPart(() => import('./settings/settings-drawer.tsx'))
const Palette = lazyPart(() => import('./palette/palette.tsx'))
const ScopeDrawer = lazyPart(() => import('./top-bar/scope-drawer.tsx'))

/** What lies over the page now; its program is fetched when it is first opened. */
export function Overlays(): ReactNode {
  const overlay = useShellState((state) => state.overlay)
  return (
    <Suspense fallback={overlay === 'palette' ? <TypedAhead /> : null}>
      {overlay === 'settings' ? <SettingsDrawer onClose={closeOverlay} /> : null}
      {overlay === 'palette' ? <Palette onClose={closeOverlay} /> : null}
      {overlay === 'menu' ? <ScopeDrawer onClose={closeOverlay} /> : null}
    </Suspense>
  )
}
