import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    files: typeof cn
  }
}

export function useFilesTexts(): Translate<KeyOf<'files'>> {
  return useTexts('files')
}
