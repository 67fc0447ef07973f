import { useMediaQuery } from './use-media-query.ts'
import { useSettings } from '../settings.ts'
import type { Mode } from './presets.ts'

/** Light or dark as chosen, or as the system says. */
export function useMode(): Mode {
  const choice = useSettings((state) => state.theme)
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
  if (choice !== 'system') return choice
  return isSystemDark ? 'dark' : 'light'
}
