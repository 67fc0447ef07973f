import type cn from '../../locales/cn.json'
import type { KeyOf, TextValues, Translate } from './text-keys.ts'
import { textOf, useTexts } from './use-texts.ts'

declare module './text-keys.ts' {
  interface FeatureTexts {
    kit: typeof cn
  }
}

export function kitText(key: KeyOf<'kit'>, values?: TextValues): string {
  return textOf('kit', key, values)
}

export function useKitText(): Translate<KeyOf<'kit'>> {
  return useTexts('kit')
}
