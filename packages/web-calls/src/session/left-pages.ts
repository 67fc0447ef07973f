import type { Location } from 'react-router'

/** Entries of the browser's history, by the router's key; the first of a page load has none of its own. */
const idOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

const visited = new Set<string>()
const left = new Set<string>()

/** Notes a page somebody signed in has open. */
export function visitPage(location: Location): void {
  visited.add(idOf(location))
}

/** Whether this entry of the history belongs to somebody whose session ended: nobody else is led there. */
export function isLeftPage(location: Location): boolean {
  return left.has(idOf(location))
}

/** A session ended: its pages lie in the browser's history, where the next person can go back to them. */
export function leavePages(): void {
  for (const id of visited) left.add(id)
  visited.clear()
}

/** The user whose session ran out is back. */
export function returnToPages(): void {
  left.clear()
}
