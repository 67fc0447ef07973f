import { currentLanguage, goTo, textOf } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { alertBox } from '@qd/web-frame'
import { fillLink, isOwnPage, linkProblem } from '../../contract/index.ts'
import type { MenuLink, PlaceholderValues } from '../../contract/index.ts'
import '../texts.ts'

/** What the placeholders of a link stand for right now. */
export function placeholderValues(): PlaceholderValues {
  const { uId, sId, lineId, partnerCode, game } = useScope.getState()
  return {
    uId: uId === '0' ? '' : uId,
    sId: sId === 0 ? '' : String(sId),
    lineId,
    operator: partnerCode,
    game,
    lang: currentLanguage(),
  }
}

/** Where a link with everything filled in is shown inside the console (S2.15). */
export function shortcutAddress(link: Pick<MenuLink, 'name' | 'url'>, values: PlaceholderValues): string {
  const query = new URLSearchParams({ url: fillLink(link.url, values), name: link.name })
  if (values.uId !== undefined && values.uId !== '') query.set('uId', values.uId)
  return `/shortcut?${query.toString()}`
}

/** A new tab of the browser that knows nothing of this one. */
export function openInTab(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** Follows a link as its record says. The settings file may name an address that no menu link may have. */
export function openLink(link: Pick<MenuLink, 'name' | 'url' | 'target'>): void {
  const problem = linkProblem(link.url)
  if (problem !== null) {
    const reason = textOf('menu', `editor.problem.${problem}`)
    return alertBox(undefined, textOf('menu', 'links.refused', { name: link.name, reason }))
  }
  const values = placeholderValues()
  const address = fillLink(link.url, values)
  if (link.target === 'tab') return openInTab(address)
  if (address.startsWith('#/')) return goTo(address.slice(1))
  if (isOwnPage(address)) return openInTab(address)
  goTo(shortcutAddress(link, values))
}
