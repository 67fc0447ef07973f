import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

const isFull = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth

/**
 * How many of the last links a bar has no room for. They stand in its first dropdown instead, so that long languages lose
 * no page at 1024 px.
 * @param words what the links say; other words, or another width, begin again with all links
 */
export function useFolded(bar: RefObject<HTMLElement | null>, links: number, words: string): number {
  const [width, setWidth] = useState(0)
  const [{ of, folded }, setFolded] = useState({ of: '', folded: 0 })
  const now = `${width} ${words}`
  const count = of === now ? folded : 0
  useEffect(() => {
    const element = bar.current
    if (element === null) return
    const look = () => {
      setWidth(element.clientWidth)
      if (count < links && isFull(element)) setFolded({ of: now, folded: count + 1 })
    }
    // The clock, the links of the game and the letters come later than the bar.
    const sizes = new ResizeObserver(look)
    for (const each of [element, ...element.children]) sizes.observe(each)
    const parts = new MutationObserver(look)
    parts.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [bar, now, count, links])
  return count
}
