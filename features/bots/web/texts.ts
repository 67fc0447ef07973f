import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    bots: typeof cn
  }
}

export type BotsTexts = Translate<KeyOf<'bots'>>

export function useBotsTexts(): BotsTexts {
  return useTexts('bots')
}
