import { addressToReload } from '@qd/scope/web/uid-address'
import { currentPath, useSession } from '@qd/web-base'

/**
 * At page load only: an address without uId takes the remembered one by loading the page again (S2.21).
 * Says whether the page is being left.
 */
export function reloadWithUId(reload: () => void = () => window.location.reload()): boolean {
  if (useSession.getState().token === '') return false
  const address = addressToReload(currentPath())
  if (address === null) return false
  window.history.replaceState(null, '', `#${address}`)
  reload()
  return true
}
