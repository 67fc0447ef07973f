import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type UrlFilter = Record<string, string>

/** Puts the filter into the query; values that equal the default leave it. */
function written(query: URLSearchParams, defaults: UrlFilter, filter: UrlFilter): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [key, usual] of Object.entries(defaults)) {
    const value = filter[key] ?? usual
    if (value === usual) next.delete(key)
    else next.set(key, value)
  }
  return next
}

/**
 * A filter that stands in the page's address, so that a link, a reload and each tab keep their own.
 * `defaults` names all keys and must not change between renders.
 */
export function useUrlFilter<F extends UrlFilter>(defaults: F): [F, (next: Partial<F>) => void, () => void] {
  const [query, setQuery] = useSearchParams()
  const filter = useMemo(
    () =>
      Object.fromEntries(Object.entries(defaults).map(([key, usual]) => [key, query.get(key) ?? usual])) as F,
    [defaults, query],
  )
  const change = useCallback(
    (next: Partial<F>) => {
      setQuery(
        (now) => {
          const current = Object.fromEntries(
            Object.entries(defaults).map(([key, usual]) => [key, now.get(key) ?? usual]),
          )
          return written(now, defaults, { ...current, ...(next as UrlFilter) })
        },
        { replace: true },
      )
    },
    [defaults, setQuery],
  )
  const clear = useCallback(() => {
    setQuery((now) => written(now, defaults, defaults), { replace: true })
  }, [defaults, setQuery])
  return [filter, change, clear]
}
