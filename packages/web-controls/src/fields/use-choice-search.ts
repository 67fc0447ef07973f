import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { loadReadings } from '../search/pinyin.ts'
import { searchOf } from './choice-search.ts'
import type { FieldChoice } from './field-place.ts'

/** What answers a query; the index grows in slices while the list is open, so that no key stroke waits for it. */
export function useChoiceSearch(choices: readonly FieldChoice[], query: string): readonly FieldChoice[] {
  const search = useMemo(() => searchOf(choices), [choices])
  const [indexed, setIndexed] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const grow = (): void => {
      if (search.isIndexed) return setIndexed((count) => count + 1)
      search.extend()
      timer = setTimeout(grow, 0)
    }
    let isOpen = true
    const start = async (): Promise<void> => {
      const readings = await loadReadings()
      if (!isOpen) return
      search.readBy(readings)
      grow()
    }
    void start()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [search])
  const needle = useDeferredValue(query)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a finished index answers more
  return useMemo(() => search.find(needle), [search, needle, indexed])
}
