import type { ApiToken } from '../../contract/index.ts'
import type { SessionUser } from '@qd/web-base'
import type { Selection } from '@qd/web-calls'

export type RightsChoice = 'all' | 'read' | 'chosen'

/** Every permission key the user holds anywhere, sorted. */
export function ownCodes(user: SessionUser): string[] {
  return user.permissions
    .flatMap(({ routerName, functionList }) => functionList.map(({ code }) => `${routerName}.${code}`))
    .toSorted()
}

/** Places a token can be limited to: where the user holds something, and along what they have selected. */
export function placesFor(user: SessionUser, selection: Partial<Selection>): string[] {
  const { game = '', partnerCode = '', lineId = '', sId } = selection
  const parts = [game, partnerCode, lineId, ...(sId === undefined || sId === 0 ? [] : [String(sId)])]
  const end = parts.indexOf('')
  const known = end === -1 ? parts : parts.slice(0, end)
  const along = known.map((_part, index) => known.slice(0, index + 1).join('/'))
  const held = (user.grants ?? []).map(({ scope }) => scope)
  return [...new Set(['*', ...held, ...along])]
}

/** The codes a choice stands for. */
export function codesOf(choice: RightsChoice, own: readonly string[], chosen: readonly string[]): string[] {
  if (choice === 'all') return [...own]
  if (choice === 'read') return own.filter((code) => code.endsWith('.read'))
  return [...chosen]
}

export function rightsCount(token: ApiToken): number {
  return new Set(token.grants.flatMap(({ codes }) => codes)).size
}
