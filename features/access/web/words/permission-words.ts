import { textByKey, usePermissionTitle } from '@qd/web-base'
import { useFeatures } from '@qd/web-frame'
import type { KeyOf } from '@qd/web-base'
import { useAccessTexts } from '../texts.ts'

/** Pages that permissions speak of and the menu does not show. */
const OTHER_PAGES: Readonly<Record<string, KeyOf<'access'>>> = {
  mock: 'pageName.simulator',
  'interface-settings': 'pageName.interfaceSettings',
  'game-servers': 'pageName.gameServers',
}

/** Name of the page a permission belongs to: the title under which it stands in the menu. */
export function usePageName(): (routerName: string) => string {
  const features = useFeatures()
  const t = useAccessTexts()
  return (routerName) => {
    for (const feature of features) {
      const page = feature.pages.find(({ path }) => path.split('/')[0] === routerName)
      if (page !== undefined) return textByKey(feature.name, page.titleKey)
    }
    const key = OTHER_PAGES[routerName]
    return key === undefined ? routerName : t(key)
  }
}

/** Title of a permission, which the pages bring along: who may see users need not see the roles of the console. */
export function usePermissionName(): (key: string) => string {
  const t = useAccessTexts()
  const titleOf = usePermissionTitle()
  return (key) => (key === '*' ? t('rights.everything') : titleOf(key))
}
