import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    home: typeof cn
  }
}

type HomeKey = KeyOf<'home'>
export type HomeTexts = Translate<HomeKey>

export function useHomeTexts(): HomeTexts {
  return useTexts('home')
}

/** The same outside components, once the texts are loaded. */
export function homeText(key: HomeKey, values?: TextValues): string {
  return textOf('home', key, values)
}
