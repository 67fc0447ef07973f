import { useTexts } from '@qd/web-kit'
import type { KeyOf, Translate } from '@qd/web-kit'
import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    access: typeof cn
  }
}

export type AccessTexts = Translate<KeyOf<'access'>>

export const useAccessTexts = (): AccessTexts => useTexts('access')
