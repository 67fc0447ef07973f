import { useTranslation } from 'react-i18next'
import { texts } from './i18n.ts'
import { textByKey } from './use-texts.ts'

/** Text namespace of the titles of permissions by `routerName.code`; loads when it is first asked for. */
export const PERMISSION_TITLES = 'permissions'

/** What a permission is called; the code itself when it has no title. The namespace must be loaded. */
export function permissionTitle(permission: string): string {
  return textByKey(PERMISSION_TITLES, permission) || permission
}

/** The same for components; suspends while the titles load. */
export function usePermissionTitle(): (permission: string) => string {
  useTranslation(PERMISSION_TITLES, { i18n: texts })
  return permissionTitle
}
