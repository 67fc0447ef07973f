/** Why an address may not be a menu link; the first that applies. */
export type LinkProblem = 'characters' | 'scheme' | 'userInfo' | 'placeholder' | 'shape'

/** What stands for the selection inside a link; filled in URL-encoded. */
export const PLACEHOLDERS = ['uId', 'sId', 'lineId', 'operator', 'game', 'lang'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>

/** Blanks, control characters and backslashes: browsers drop or turn them, so that what is read is not what is opened. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const TREACHEROUS = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\\\]/
const NAMED = /\{([^{}]*)\}/g
/** An own page: `#/…`, or `/…` that does not lead to another host. */
const OWN_PAGE = /^(#\/|\/(?!\/))/

function hasWrongPlaceholder(text: string): boolean {
  const names = Array.from(text.matchAll(NAMED), (match) => match[1])
  if (names.some((name) => !(PLACEHOLDERS as readonly string[]).includes(name ?? ''))) return true
  return /[{}]/.test(text.replaceAll(NAMED, ''))
}

/** Whether the address may be a link: an own page, https, or http; null when it may. */
export function linkProblem(address: string): LinkProblem | null {
  if (address === '' || TREACHEROUS.test(address)) return 'characters'
  if (hasWrongPlaceholder(address)) return 'placeholder'
  if (OWN_PAGE.test(address)) return null
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme !== 'https' && scheme !== 'http') return 'scheme'
  const url = URL.parse(address)
  if (url === null || !/^https?:\/\/[^/]/i.test(address)) return 'shape'
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(address)) return 'userInfo'
  // A host that the selection decides could be anybody's.
  return /^https?:\/\/[^/?#]*[{}]/i.test(address) ? 'placeholder' : null
}

export function isOwnPage(address: string): boolean {
  return OWN_PAGE.test(address)
}

/** The address with the selection filled in; what is not chosen becomes empty. */
export function fillLink(address: string, values: PlaceholderValues): string {
  return address.replaceAll(NAMED, (_all, name: string) =>
    encodeURIComponent(values[name as Placeholder] ?? ''),
  )
}

/** Path without the query, up to its first placeholder. */
function fixedPath(address: string): string {
  return address.split('{')[0]!.split(/[?#]/)[0]!
}

/** Whether an address is what the link leads to: same origin, and below the link's path (S2.15). */
export function isLinkTo(link: string, address: string): boolean {
  if (linkProblem(link) !== null || linkProblem(address) !== null) return false
  if (isOwnPage(link) || isOwnPage(address)) return link === address
  const allowed = new URL(fixedPath(link))
  const asked = new URL(address)
  if (asked.origin !== allowed.origin) return false
  const folder = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`
  // A placeholder may end the last segment: `/player-{uId}`.
  const isOpen = link.includes('{') && !allowed.pathname.endsWith('/')
  return asked.pathname === allowed.pathname || asked.pathname.startsWith(isOpen ? allowed.pathname : folder)
}

/** Origin for the frame policy of the pages; null for own pages. */
export function originOf(address: string): string | null {
  return linkProblem(address) === null && !isOwnPage(address) ? new URL(fixedPath(address)).origin : null
}
