import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    system: typeof cn
  }
}

export function useSystemTexts(): Translate<KeyOf<'system'>> {
  return useTexts('system')
}
