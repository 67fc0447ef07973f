import type { PageSpec } from '@qd/web-frame'
import { tabIdOf } from '@qd/web-frame'
import { generatePath, matchRoutes } from 'react-router'

export interface FeaturePage {
  feature: string
  page: PageSpec
}

/** What an address shows: a page, and of pages with records one of them. */
export interface TabPlace {
  id: string
  /** Path of the page, as it is declared. */
  page: string
  record: Readonly<Record<string, string>>
  /** Path and query. */
  address: string
  /** Its address names its own player; any other page carries the one in view (S2.20). */
  hasOwnUId: boolean
}

function hasOwnUId({ recordParams = [] }: PageSpec): boolean {
  return recordParams.includes('uId')
}

/**
 * The record an address names: a parameter of the path comes from there, any other from the query. Without the first
 * one there is none: the game of a link to a place is that of no player.
 */
function recordOf(
  page: PageSpec,
  params: Readonly<Record<string, string | undefined>>,
  search: string,
): Record<string, string> {
  const query = new URLSearchParams(search)
  const entries = (page.recordParams ?? []).map((name) => {
    const isInPath = new RegExp(`:${name}\\b`).test(page.path)
    return [name, (isInPath ? params[name] : query.get(name)) ?? ''] as const
  })
  if (entries[0]?.[1] === '') return {}
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** The tab an address belongs to; null when no page has it. */
export function placeOf(pages: readonly FeaturePage[], address: string): TabPlace | null {
  const [pathname = '', search = ''] = address.split('?')
  const routes = pages.map(({ page }) => ({ path: `/${page.path}`, handle: page }))
  const match = matchRoutes(routes, { pathname })?.at(-1)
  if (match === undefined) return null
  const page = match.route.handle
  const record = recordOf(page, match.params, search)
  return { id: tabIdOf(page.path, record), page: page.path, record, address, hasOwnUId: hasOwnUId(page) }
}

/** Tabs that are there from the start: their pages without a record (S3.08). */
export function affixedPlaces(pages: readonly FeaturePage[]): TabPlace[] {
  return pages
    .filter(({ page }) => page.isAffixed === true)
    .map(({ page }) => ({
      id: tabIdOf(page.path, {}),
      page: page.path,
      record: {},
      address: generatePath(`/${page.path}`),
      hasOwnUId: hasOwnUId(page),
    }))
}
