import { useTranslation } from 'react-i18next'
import { texts } from './i18n.ts'
import { textByKey } from './use-texts.ts'

/** Text namespace of the titles of what grants may be narrowed to; loads when it is first asked for. */
export const RESOURCE_TITLES = 'resources'

/** What a kind of things is called, or a part of their names; its code when it has no title. */
function resourceTitle(kind: string, part?: string): string {
  const key = part === undefined ? kind : `${kind}_${part}`
  return textByKey(RESOURCE_TITLES, key) || (part ?? kind)
}

/** The same for components; suspends while the titles load. */
export function useResourceTitle(): typeof resourceTitle {
  useTranslation(RESOURCE_TITLES, { i18n: texts })
  return resourceTitle
}
