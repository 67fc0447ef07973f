import type { Translate, KeyOf } from '@qd/web-base'
import { useTexts } from '@qd/web-base'
import type cn from '../locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    json: typeof cn
  }
}

/** Texts of the editor and the tree; they load with the first page that shows JSON. */
export function useJsonTexts(): Translate<KeyOf<'json'>> {
  return useTexts('json')
}
