import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What of the documentation is in view. */
export type DocItem =
  | { kind: 'type'; name: string }
  | { kind: 'command'; name: string }
  | { kind: 'info'; name: string }

export interface DocAddress {
  item: DocItem | null
  /** Name of the field or value that is pointed at. */
  field: string
  /** Hash of a kept version; empty: the one the server has. */
  version: string
  /** Hash of the version that is compared with it; empty: none is. */
  against: string
}

const PARAMETERS = { type: 'message', command: 'command', info: 'info' } as const
const DETAILS = ['field', 'version', 'against'] as const

export function docAddressOf(search: string): DocAddress {
  const query = new URLSearchParams(search)
  const kind = (['type', 'command', 'info'] as const).find((each) => query.has(PARAMETERS[each]))
  const rest = {
    field: query.get('field') ?? '',
    version: query.get('version') ?? '',
    against: query.get('against') ?? '',
  }
  return { ...rest, item: kind === undefined ? null : { kind, name: query.get(PARAMETERS[kind]) ?? '' } }
}

/** The same query with another thing in view; what belongs to the place stays. */
export function searchAt(search: string, next: DocAddress): string {
  const query = new URLSearchParams(search)
  for (const name of [...Object.values(PARAMETERS), ...DETAILS]) query.delete(name)
  if (next.item !== null) query.set(PARAMETERS[next.item.kind], next.item.name)
  for (const name of DETAILS) if (next[name] !== '') query.set(name, next[name])
  return query.toString()
}

export interface DocPlace {
  address: DocAddress
  /** Address of this page with another thing in view. */
  to: (part: Partial<DocAddress>) => string
  go: (part: Partial<DocAddress>) => void
}

/** What the address names, and how to get elsewhere; another item has no field of this one in view. */
export function useDocPlace(): DocPlace {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const address = docAddressOf(search)
  const to = useCallback(
    (part: Partial<DocAddress>) => {
      const { item, version } = docAddressOf(search)
      return `${pathname}?${searchAt(search, { item, version, field: '', against: '', ...part })}`
    },
    [search, pathname],
  )
  return { address, to, go: (part) => void navigate(to(part)) }
}
