import { textByKey, useCall, useFeatures } from '@qd/web-kit'
import type { KeyOf } from '@qd/web-kit'
import { permissionList, readRoles } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useMayAnywhere } from '../use-may-anywhere.ts'

/** Pages that permissions speak of and the menu does not show. */
const OTHER_PAGES: Readonly<Record<string, KeyOf<'access'>>> = {
  mock: 'pageName.simulator',
  'interface-settings': 'pageName.interfaceSettings',
}

/** Name of the page a permission belongs to: the title under which it stands in the menu. */
export function usePageName(): (routerName: string) => string {
  const features = useFeatures()
  const t = useAccessTexts()
  return (routerName) => {
    for (const feature of features) {
      const page = feature.pages.find(({ path }) => path.split('/')[0] === routerName)
      if (page !== undefined) return textByKey(feature.name, page.menu?.labelKey ?? page.titleKey)
    }
    const key = OTHER_PAGES[routerName]
    return key === undefined ? routerName : t(key)
  }
}

/** Title of a permission; its key where the catalogue is out of reach. */
export function usePermissionName(): (key: string) => string {
  const t = useAccessTexts()
  const mayRead = useMayAnywhere(readRoles)
  const pages = useCall(permissionList, mayRead ? { body: {} } : null, {
    tag: 'access:rights.title',
    told: { quiet: 'permissions stand by their code instead of their title' },
    staleTimeMs: 300_000,
  })
  const titles = new Map(
    (pages.data ?? []).flatMap(({ routerName, functionList }) =>
      functionList.map(({ code, title }): [string, string] => [`${routerName}.${code}`, title]),
    ),
  )
  return (key) => (key === '*' ? t('rights.everything') : (titles.get(key) ?? key))
}
