import { LANGUAGE_TAGS } from '@qd/i18n'
import { PERMISSION_TITLES, currentLanguage, permissionTitle, textByKey, textOf, texts } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import '../texts.ts'
import type { RightsChange } from './rights-change.ts'

const MOST_NAMES = 3

interface PageName {
  routerName: string
  permission: string
  title: string
}

function pagesOf(features: readonly WebFeature[]): PageName[] {
  return features.flatMap(({ name, pages }) =>
    pages.flatMap(({ permission, titleKey }) => {
      if (permission === undefined) return []
      const { routerName, code } = permission
      return [{ routerName, permission: `${routerName}.${code}`, title: textByKey(name, titleKey) }]
    }),
  )
}

/** Pages by their titles first; what belongs to such a page needs no name of its own. */
function namesOf(keys: readonly string[], pages: readonly PageName[]): string[] {
  const concerned = pages.filter(({ permission }) => keys.includes(permission))
  const others = keys.filter((key) => !concerned.some(({ routerName }) => key.startsWith(`${routerName}.`)))
  return [...new Set([...concerned.map(({ title }) => title), ...others.map((key) => permissionTitle(key))])]
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES)
  const list = new Intl.ListFormat(LANGUAGE_TAGS[currentLanguage()], { type: 'unit' }).format(shown)
  const count = names.length - shown.length
  return count === 0 ? list : textOf('session', 'rights.more', { names: list, count })
}

/** One sentence on what changed, pages and actions by the names the user knows them by. */
export async function tellRightsChange(
  { lost, narrowed, gained }: RightsChange,
  features: readonly WebFeature[],
): Promise<void> {
  await texts.loadNamespaces([PERMISSION_TITLES, 'session'])
  const pages = pagesOf(features)
  const parts = [
    textOf('session', 'rights.changed'),
    lost.length > 0 ? textOf('session', 'rights.lost', { names: listed(namesOf(lost, pages)) }) : '',
    narrowed.length > 0
      ? textOf('session', 'rights.narrowed', { names: listed(namesOf(narrowed, pages)) })
      : '',
    gained.length > 0 ? textOf('session', 'rights.gained', { names: listed(namesOf(gained, pages)) }) : '',
  ]
  const space = ['cn', 'tw'].includes(currentLanguage()) ? '' : ' '
  toast.notice(parts.filter((part) => part !== '').join(space))
}
