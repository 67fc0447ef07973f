import type { WebFeature } from '@qd/web-kit'
import './texts.ts'

export { LanguageMenu, ThemeSwitch } from './entry-frame.tsx'
export { UserMenu } from './user-menu.tsx'
export { useSessionLive } from './use-session-live.ts'
export { Wheel } from './wheel.tsx'

/** Its pages stand outside the shell; apps/web routes to them before sign-in. */
export const webFeature: WebFeature = { name: 'session', pages: [] }
