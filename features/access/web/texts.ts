import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    access: typeof cn
  }
}

export type AccessTexts = Translate<KeyOf<'access'>>

export const useAccessTexts = (): AccessTexts => useTexts('access')
