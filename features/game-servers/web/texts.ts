import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'game-servers': typeof cn
  }
}

export function useServerTexts(): Translate<KeyOf<'game-servers'>> {
  return useTexts('game-servers')
}
