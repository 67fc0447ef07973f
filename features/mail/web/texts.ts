import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    mail: typeof cn
  }
}

export type MailTexts = Translate<KeyOf<'mail'>>

export function useMailTexts(): MailTexts {
  return useTexts('mail')
}
